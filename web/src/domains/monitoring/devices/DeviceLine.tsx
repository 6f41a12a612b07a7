import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { DeviceRow, GatewayRow } from "@heliograph/contract/monitoring/devices/device-list";
import { memo } from "react";
import { StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { liveFigure, todayFigure, whenOf } from "./device-figures.ts";
import type { DeviceView } from "./device-view.ts";
import { SensorTag } from "./SensorTag.tsx";
import { useWords } from "../words.ts";
import styles from "./DeviceLine.module.css";

interface Props {
  readonly row: DeviceRow;
  /** Null: goes without saying. */
  readonly gateway: GatewayRow | null;
  readonly timezone: string;
  /** The project's day: times of another are written with theirs. */
  readonly today: string;
  readonly change: (part: Partial<DeviceView>) => void;
}

/** Name and serial; the name opens the live values. */
function Name({ row, gateway, change }: Pick<Props, "row" | "gateway" | "change">) {
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
function Live({ row, timezone, today }: Pick<Props, "row" | "timezone" | "today">) {
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

function Today({ row }: Pick<Props, "row">) {
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

function Status({ row }: Pick<Props, "row">) {
  const { text } = useWords();
  if (row.sensor !== null && row.device_status === "warning") return <SensorTag health={row.sensor} small />;
  return <StatusTag status={row.device_status} label={text(STATUS_TEXTS[row.device_status])} small />;
}

function Details({ row, change }: Pick<Props, "row" | "change">) {
  const { text } = useWords();
  return (
    <button
      type="button"
      className={styles.button}
      onClick={() => change({ device: row.uid, show: "details" })}
    >
      {`${text("deviceList.details")} `}
      <span className="vh">{deviceName(row)}</span>
    </button>
  );
}

/** A row of the table. Drawn anew only when its own device changed. */
export const DeviceLine = memo(function DeviceLine(props: Props) {
  const { row, change } = props;
  const { format } = useWords();
  return (
    <tr className={styles.row}>
      <td>
        <Name {...props} />
      </td>
      <td className={styles.number}>
        <Live {...props} />
      </td>
      <td className={styles.number}>
        <Today row={row} />
      </td>
      <td>
        <Status row={row} />
      </td>
      <td className={styles.firmware}>{row.firmware_version ?? format.number(null)}</td>
      <td>
        <Details row={row} change={change} />
      </td>
    </tr>
  );
});

/** The same as a card, where there is no room for the table. */
export const DeviceCard = memo(function DeviceCard(props: Props) {
  const { row, change } = props;
  const { text, format } = useWords();
  return (
    <li>
      <div className={styles.head}>
        <Name {...props} />
        <Status row={row} />
      </div>
      <div className={styles.foot}>
        <dl>
          <div>
            <dt>{text("deviceList.live")}</dt>
            <dd>
              <Live {...props} />
            </dd>
          </div>
          <div>
            <dt>{text("deviceList.today")}</dt>
            <dd>
              <Today row={row} />
            </dd>
          </div>
          <div>
            <dt>{text("deviceList.firmware")}</dt>
            <dd>{row.firmware_version ?? format.number(null)}</dd>
          </div>
        </dl>
        <Details row={row} change={change} />
      </div>
    </li>
  );
});
