import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { DeviceRow, GatewayRow } from "@heliograph/contract/monitoring/devices/device-list";
import { memo } from "react";
import { StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { liveFigure, todayFigure, whenOf } from "./device-figures.ts";
import type { DeviceView } from "./device-view.ts";
import { SensorTag } from "./SensorTag.tsx";
import { useWords } from "../words.ts";
import styles from "./DeviceCells.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

/** A device, and what its cells need beside it. */
export interface DeviceCellProps {
  readonly row: DeviceRow;
  /** Null: goes without saying. */
  readonly gateway: GatewayRow | null;
  readonly timezone: string;
  /** The project's day: times of another are written with theirs. */
  readonly today: string;
  readonly change: (part: Partial<DeviceView>) => void;
}

/** Name and serial; the name opens the live values. */
export function DeviceNameCell({
  row,
  gateway,
  change,
}: Pick<DeviceCellProps, "row" | "gateway" | "change">) {
  const { text } = useWords();
  const name = deviceName(row);
  const about = [name === row.serial ? null : row.serial, row.model, gateway && deviceName(gateway)];
  return (
    <div className={styles.name}>
      <button
        type="button"
        className={styles.open}
        title={text("deviceList.open")}
        onClick={() => change({ device: row.uid, show: "use" })}
      >
        {name}
      </button>
      <span>{about.filter((part) => part !== null && part !== "").join(" · ")}</span>
    </div>
  );
}

/** The newest value. An old one is paler, and when it was stands below it. */
export function LiveCell({ row, timezone, today }: Pick<DeviceCellProps, "row" | "timezone" | "today">) {
  const words = useWords();
  const { text } = words;
  const { number, unit } = liveFigure(row, words);
  const old = !row.is_live && row.ts !== null;
  const known = row.live.value !== null;
  return (
    <span className={`${styles.value} ${known && row.is_live ? "" : styles.old}`}>
      <span>
        <b>{number}</b> {known && unit}
      </span>
      {old && row.ts !== null && (
        <small>
          {text("deviceList.atTime", {
            t: whenOf(row.ts, { timezone, today }, words),
          })}
        </small>
      )}
    </span>
  );
}

/** What it counted today; a grid meter in both directions. */
export function TodayCell({ row }: Pick<DeviceCellProps, "row">) {
  const words = useWords();
  const { text, format } = words;
  const { number, unit } = todayFigure(row, words);
  if (row.today_export !== null) {
    return (
      <span className={styles.value}>
        <span>{text("deviceList.imported", { n: `${number} ${unit}` })}</span>
        <span>
          {text("deviceList.exported", { n: `${format.number(row.today_export.value, 1)} ${unit}` })}
        </span>
      </span>
    );
  }
  return (
    <span className={styles.value}>
      <span>
        <b>{number}</b> {row.today.value !== null && unit}
      </span>
    </span>
  );
}

/** Its status; of a sensor that is doubted, why. */
export function StatusCell({ row }: Pick<DeviceCellProps, "row">) {
  const { text } = useWords();
  if (row.sensor !== null && row.device_status === "warning") return <SensorTag health={row.sensor} small />;
  return <StatusTag status={row.device_status} label={text(STATUS_TEXTS[row.device_status])} small />;
}

/** The button that opens its nameplate. */
export function DetailsCell({ row, change }: Pick<DeviceCellProps, "row" | "change">) {
  const { text } = useWords();
  return (
    <button
      type="button"
      className={styles.button}
      onClick={() => change({ device: row.uid, show: "details" })}
    >
      {`${text("deviceList.details")} `}
      <VisuallyHidden>{deviceName(row)}</VisuallyHidden>
    </button>
  );
}

/** A device as a card, where there is no room for the table. Drawn anew only when its own device changed. */
export const DeviceCard = memo(function DeviceCard(props: DeviceCellProps) {
  const { row, change } = props;
  const { text, format } = useWords();
  return (
    <li>
      <div className={styles.head}>
        <DeviceNameCell {...props} />
        <StatusCell row={row} />
      </div>
      <div className={styles.foot}>
        <dl>
          <div>
            <dt>{text("deviceList.live")}</dt>
            <dd>
              <LiveCell {...props} />
            </dd>
          </div>
          <div>
            <dt>{text("deviceList.today")}</dt>
            <dd>
              <TodayCell row={row} />
            </dd>
          </div>
          <div>
            <dt>{text("deviceList.firmware")}</dt>
            <dd>{row.firmware_version ?? format.number(null)}</dd>
          </div>
        </dl>
        <DetailsCell row={row} change={change} />
      </div>
    </li>
  );
});
