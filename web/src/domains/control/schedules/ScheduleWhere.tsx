import type { Schedule } from "@heliograph/contract/control/schedules/schedules";
import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useWords } from "../../../platform/words.ts";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { useGateways } from "../../fleet/index.ts";
import type { ScheduleFields } from "./schedule-form.ts";
import styles from "./ScheduleForm.module.css";

/** The gateway and those of its devices that can be told something; of a schedule that is there they stay what they are. */
export function ScheduleWhere(given: {
  form: ContractForm<ScheduleFields>;
  project: ProjectInfo;
  schedule: Schedule | null;
}) {
  const { form, project, schedule } = given;
  const { text } = useWords();
  const gateways = useGateways(project.project_uid);
  const { gateway_uid } = form.values;
  const kind = project.project_type === "swh" ? "swh_controller" : "solar_inverter";
  const chosen = gateways.data?.find((one) => one.gateway_uid === gateway_uid);
  const devices = (chosen?.devices ?? []).filter(({ asset_type }) => asset_type === kind);
  const there = schedule?.device_serial.map((one) => ({
    uid: one.device_uid,
    name: one.name,
  }));
  const names = there ?? devices.map((one) => ({ uid: one.device_uid, name: deviceName(one) }));
  const choose = (uid: string) => {
    form.change("gateway_uid", uid);
    form.change("device_uids", []);
  };
  return (
    <>
      <Select
        label={text("schedules.gateway")}
        placeholder={text("schedules.chooseGateway")}
        value={gateway_uid === "" ? null : gateway_uid}
        onChange={choose}
        disabled={schedule !== null || gateways.data === undefined}
        options={(gateways.data ?? []).map((one) => ({ value: one.gateway_uid, label: deviceName(one) }))}
        fault={gateways.isError ? text("Data is not available") : form.faultOf("gateway_uid")}
      />
      <Devices {...{ form, names }} fixed={schedule !== null} />
    </>
  );
}

function Devices(given: {
  form: ContractForm<ScheduleFields>;
  names: readonly { uid: string; name: string }[];
  fixed: boolean;
}) {
  const { form, names, fixed } = given;
  const { text } = useWords();
  const { gateway_uid, device_uids } = form.values;
  const change = (uids: readonly string[]) => form.change("device_uids", uids);
  const fault = form.faultOf("device_serial");
  return (
    <fieldset
      className={styles.group}
      disabled={fixed}
      aria-invalid={fault === undefined ? undefined : true}
      tabIndex={fault === undefined ? undefined : -1}
    >
      <legend>{text("schedules.device")}</legend>
      {!fixed && names.length > 1 && (
        <Checkbox
          label={text("schedules.all")}
          checked={device_uids.length === names.length}
          onChange={(all) => change(all ? names.map(({ uid }) => uid) : [])}
        />
      )}
      <div className={styles.boxes}>
        {names.map(({ uid, name }) => (
          <Checkbox
            key={uid}
            label={name}
            checked={device_uids.includes(uid)}
            onChange={(on) => change(on ? [...device_uids, uid] : device_uids.filter((one) => one !== uid))}
          />
        ))}
      </div>
      {names.length === 0 && (
        <p className={styles.hint}>
          {text(gateway_uid === "" ? "schedules.gatewayFirst" : "schedules.noDevice")}
        </p>
      )}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
