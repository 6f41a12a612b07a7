import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import {
  megawattsOfWatts,
  type DeviceDraft,
  type DeviceMeter,
} from "@heliograph/contract/registry/devices/device-form";
import type { MeterFact } from "@heliograph/contract/registry/devices/device-guards";
import { useQuery } from "@tanstack/react-query";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Checkbox } from "../../../../ui/controls/Checkbox.tsx";
import { Select } from "../../../../ui/controls/Select.tsx";
import { Basis } from "./Basis.tsx";
import { ConsentPart } from "../consent/ConsentPart.tsx";
import { projectsToChooseQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Devices.module.css";
import type { DraftState } from "../draft/use-device-draft.ts";

const NO_PROJECT = "none";

/** The project of the portal and which of its points measure the device, with the consent of its owner. */
export function MeterRows({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { text } = useDeviceWords();
  const { facts } = application;
  const { draft, change } = state;
  const { project_uid } = draft.fields;
  const chosen = new Map(draft.meters.map((meter) => [meter.device_uid, meter]));
  const put = (device_uid: string, meter: DeviceMeter | null) => {
    const others = draft.meters.filter((one) => one.device_uid !== device_uid);
    change({ draft: { ...draft, meters: meter === null ? others : [...others, meter] } }, true);
  };
  return (
    <div className={shared.stack}>
      <ProjectChoice application={application} state={state} />
      {project_uid !== "" && facts.project !== null && facts.meters.length === 0 && (
        <p className={shared.hint}>{text("dev.noMeters")}</p>
      )}
      {project_uid !== "" && facts.meters.length > 0 && (
        <ul className={shared.rows}>
          {facts.meters.map((meter) => (
            <MeterRow
              key={meter.device_uid}
              meter={meter}
              chosen={chosen.get(meter.device_uid) ?? null}
              put={(next) => put(meter.device_uid, next)}
            />
          ))}
        </ul>
      )}
      <Basis registry={draft.fields.registry} points={pointsOf(draft, facts.meters)} />
      {facts.project !== null && <ConsentPart application={application} />}
    </div>
  );
}

/** The chosen points by the names that the list has. */
const pointsOf = ({ meters }: DeviceDraft, facts: DeviceApplication["facts"]["meters"]) => {
  const names = new Map(facts.map(({ device_uid, name }) => [device_uid, name]));
  return meters.map(({ device_uid, role }) => ({ name: names.get(device_uid) ?? device_uid, role }));
};

/** Choosing the project fills in what it knows of the plant. */
function ProjectChoice({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { text, format } = useDeviceWords();
  const account = useActing();
  const projects = useQuery(projectsToChooseQuery(account));
  const { draft, change } = state;
  const { fields } = draft;
  const items = projects.data?.items ?? [];
  const project = items.find(({ project_uid }) => project_uid === fields.project_uid);
  const listed = items.map(({ project_uid, name }) => ({ value: project_uid, label: name }));
  // A colleague may have chosen one that this person has no role on.
  const foreign =
    project === undefined && fields.project_uid !== "" && application.facts.project !== null
      ? [{ value: fields.project_uid, label: application.facts.project }]
      : [];
  const choose = (uid: string) => {
    const next = items.find((one) => one.project_uid === uid);
    const taken =
      next === undefined
        ? {}
        : {
            capacity: fields.capacity || megawattsOfWatts(next.capacity_wp),
            latitude: fields.latitude || String(next.latitude),
            longitude: fields.longitude || String(next.longitude),
            address: fields.address || next.address.slice(0, 300),
            commercial_operation_date: fields.commercial_operation_date || (next.commissioned_on ?? ""),
          };
    const project_uid = uid === NO_PROJECT ? "" : uid;
    change({ draft: { ...draft, meters: [], fields: { ...fields, ...taken, project_uid } } }, true);
  };
  return (
    <Select
      label={text("dev.item.project_uid")}
      placeholder={text("dev.choose")}
      hint={
        project === undefined
          ? text("dev.chooseProject")
          : text("dev.projectCapacity", { value: format.number(project.capacity_wp / 1000, 1) })
      }
      options={[...foreign, ...listed, { value: NO_PROJECT, label: text("dev.noProject") }]}
      value={fields.project_uid === "" ? NO_PROJECT : fields.project_uid}
      onChange={choose}
    />
  );
}

function MeterRow(given: {
  meter: MeterFact & { name: string };
  chosen: DeviceMeter | null;
  put: (meter: DeviceMeter | null) => void;
}) {
  const { meter, chosen, put } = given;
  const { text } = useDeviceWords();
  const { device_uid, serial, name, roles, bound_to } = meter;
  const [first] = roles;
  const says =
    first === undefined
      ? text("dev.notGeneration")
      : bound_to === null
        ? text("dev.meterFree")
        : text("dev.meterBound", { device: bound_to });
  return (
    <li>
      <Checkbox
        className={styles.row ?? ""}
        label={
          <>
            <b>{name}</b>
            {name !== serial && ` · ${serial}`}
          </>
        }
        checked={chosen !== null}
        disabled={first === undefined}
        onChange={(checked) => put(checked && first !== undefined ? { device_uid, role: first } : null)}
      />
      {chosen !== null && roles.length > 1 && (
        <Select
          label={text("dev.meterRole", { serial })}
          hideLabel
          options={roles.map((value) => ({ value, label: text(`dev.role.${value}`) }))}
          value={chosen.role}
          onChange={(role) => put({ device_uid, role })}
        />
      )}
      <span className={styles.chip}>{says}</span>
    </li>
  );
}
