import { deviceName } from "@heliograph/contract/kernel/device-name";
import { addDays, localDay } from "@heliograph/contract/kernel/time";
import {
  projectDevice,
  type DeviceDetail,
  type DeviceRow,
} from "@heliograph/contract/monitoring/devices/device-list";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { Refused } from "../../../platform/http.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { QualityMark } from "../data-quality/QualityMark.tsx";
import { DeviceDrawing } from "./DeviceDrawing.tsx";
import { whenOf } from "./device-figures.ts";
import { nameplateOf } from "./device-nameplate.ts";
import type { DeviceView } from "./device-view.ts";
import { DeviceItems } from "./DeviceItems.tsx";
import { EnergyBefore } from "./EnergyBefore.tsx";
import { DeviceUse } from "./DeviceUse.tsx";
import { useWords } from "../words.ts";
import styles from "./DeviceDialog.module.css";

type Show = DeviceView["show"];

interface Props {
  /** Uids. */
  readonly project: string;
  readonly device: string;
  /** Whether what stands for the device may be set here. */
  readonly mayChange: boolean;
  /** As the list has it; undefined: not in the list. */
  readonly row: DeviceRow | undefined;
  readonly show: Show;
  readonly onShow: (show: Show) => void;
  readonly close: () => void;
}

/** Device details (M71) and device use (M72) in one dialog: opens at once, and says more as it comes. */
export function DeviceDialog({ project, device, mayChange, row, show, onShow, close }: Props) {
  const { text } = useWords();
  const query = useQuery(ask(projectDevice, { query: { project_uid: project, device_uid: device } }));
  const data = query.data;
  const named = data?.device ?? row;
  return (
    <Dialog
      onClose={close}
      width={880}

      title={
        <span className={styles.title}>
          <span>{named === undefined ? text("deviceList.device") : deviceName(named)}</span>
          {named !== undefined && (
            <StatusTag status={named.device_status} label={text(STATUS_TEXTS[named.device_status])} small />
          )}
        </span>
      }
    >
      <div className={styles.bar}>
        <Segmented<Show>
          label={text("deviceList.details")}
          value={show}
          onChange={onShow}
          options={[
            { value: "use", label: text("deviceList.open") },
            { value: "details", label: text("deviceList.details") },
          ]}
        />
        <span>{named?.serial}</span>
        {data !== undefined && <QualityMark uid={project} device={device} range={lastDays(data)} />}
      </div>
      {data !== undefined ? (
        show === "use" ? (
          <Use device={data.device} timezone={data.timezone} now={data.current_time} />
        ) : (
          <Details project={project} device={data.device} mayChange={mayChange} />
        )
      ) : query.isError ? (
        <Failed error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Waiting show={show} />
      )}
    </Dialog>
  );
}

/** Days that the figures of a device are looked at for what was noted. */
const NOTED_DAYS = 30;

function lastDays({ timezone, current_time }: { timezone: string; current_time: string }) {
  const today = localDay(timezone, Date.parse(current_time));
  return { from: addDays(today, 1 - NOTED_DAYS), to: today };
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { text } = useWords();
  if (error instanceof Refused && error.status === 404) return <PanelNote text={text("device.missing")} />;
  return <PanelNote text={text("Data is not available")} retry={{ label: text("Try again"), run: retry }} />;
}

function Waiting({ show }: { show: Show }) {
  return (
    <div className={styles.waiting} aria-busy>
      {show === "details" && <Skeleton width={200} height={150} />}
      <Skeleton width="100%" height={show === "details" ? 300 : 120} />
      {show === "use" && <Skeleton width="100%" height={160} />}
    </div>
  );
}

function Details(given: { project: string; device: DeviceDetail; mayChange: boolean }) {
  const { project, device, mayChange } = given;
  const words = useWords();
  const { text } = words;
  const type = text(`devices.${device.asset_type}`);
  return (
    <div className={styles.details}>
      <DeviceDrawing type={device.asset_type} label={text("device.image", { name: type })} />
      <DeviceItems items={nameplateOf(device, words)} />
      <EnergyBefore project={project} device={device} mayChange={mayChange} />
    </div>
  );
}

function Use({ device, timezone, now }: { device: DeviceDetail; timezone: string; now: string }) {
  const words = useWords();
  const { text } = words;
  const { ts, is_live } = device.iot_data;
  const at = { timezone, today: localDay(timezone, Date.parse(now)), seconds: true };
  return (
    <>
      <p className={`${styles.when} ${is_live ? "" : styles.old}`}>
        {ts === null
          ? text("deviceList.never")
          : text(is_live ? "device.current" : "device.lastKnown", { t: whenOf(ts, at, words) })}
      </p>
      <DeviceUse device={device} />
    </>
  );
}
