import type { RegisteredDevice } from "@heliograph/contract/registry/devices/registered-devices";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { isNotThere } from "../../../../platform/http.ts";
import { useServerText } from "../../../../platform/i18n.tsx";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Drawer } from "../../../../ui/controls/windows/Drawer.tsx";
import { Blank, Skeleton } from "../../../../ui/feedback/states.tsx";
import { GenerationAccount } from "../../generation/GenerationAccount.tsx";
import { useServiceAddress } from "../../services/service-view.ts";
import { registeredDeviceQuery } from "../device-queries.ts";
import { OwnedConsents } from "../consent/ConsentText.tsx";
import { Basis } from "../meters/Basis.tsx";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Devices.module.css";
import { ChangeMembers } from "./ChangeMembers.tsx";
import { Deciding, RegisteredState, RegisteredTimeline } from "./DeviceLife.tsx";
import { FindingForm, UnitFindings } from "./Findings.tsx";
import { Succession } from "./Succession.tsx";

/** The details of a registered device: what it is, which points count for it, of a group its devices. */
export function RegisteredDrawer({ device, close }: { device: string; close: () => void }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const found = useQuery(registeredDeviceQuery(account, device));
  const { data } = found;
  return (
    <Drawer open onClose={close} title={data?.device_english_name ?? text("dev.col.details")}>
      {found.isPending && <Skeleton width="100%" height={240} />}
      {found.isError && (
        <Blank
          small
          failed={!isNotThere(found.error)}
          title={isNotThere(found.error) ? text("dev.notThere") : text("Something went wrong")}
        />
      )}
      {data !== undefined && (
        <div className={shared.stack}>
          <RegisteredState device={data} />
          <Deciding key={data.version} device={data} />
          <Facts device={data} />
          {data.units.length > 0 && <Units device={data} />}
          {data.group_members.length > 0 && <Members device={data} />}
          <GenerationAccount device={data.device_uid} />
          <Succession device={data} />
          <OwnedConsents consents={data.consents} />
          <RegisteredTimeline device={data} />
        </div>
      )}
    </Drawer>
  );
}

function Facts({ device }: { device: RegisteredDevice }) {
  const { text, registry, fuel, technology, country, capacity } = useDeviceWords();
  const address = useServiceAddress();
  const { application } = device;
  const rows: readonly (readonly [string, string])[] = [
    [text("dev.col.device_unique_id"), device.device_unique_id],
    [text("dev.col.device_local_name"), device.device_local_name],
    [text("dev.col.registry"), registry(device.registry)],
    [text("dev.item.owner"), device.owner],
    [text("dev.col.fuel_type"), `${fuel(device.fuel_type)} ${device.fuel_type}`],
    [
      text("dev.col.device_technology"),
      `${technology(device.device_technology)} ${device.device_technology}`,
    ],
    [text("dev.col.capacity"), capacity(device.capacity_w, device.device_type)],
    [text("dev.col.commercial_operation_date"), device.commercial_operation_date],
    [text("dev.col.location"), `${device.address}, ${device.province}, ${country(device.location)}`],
    [text("dev.validity"), text("dev.fromTo", { from: device.valid_from, to: device.valid_to })],
    [text("dev.col.registration_date"), device.registered_on],
    ...(device.demonstration ? [[text("dev.demonstration"), text("Yes")] as const] : []),
  ];
  return (
    <>
      <dl className={styles.versions}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
        {application !== null && (
          <div>
            <dt>{text("dev.application")}</dt>
            <dd>
              <Link to={address("devices", { record: application.record_uid })}>{application.number}</Link>
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Units({ device }: { device: RegisteredDevice }) {
  const { text } = useDeviceWords();
  const serverText = useServerText();
  const [finding, setFinding] = useState(false);
  const points = device.units.map(({ serial, role }) => ({ name: serial, role }));
  return (
    <section className={shared.stack}>
      <h3>{text("dev.section.meters")}</h3>
      <ul className={shared.rows}>
        {device.units.map(({ serial, role, parts, from, to, suspended_because, findings }) => (
          <li key={`${serial} ${from}`}>
            <span className={styles.row}>
              <b>{serial}</b> · {text(`dev.role.${role}`)}
              <small>
                {text("dev.fromTo", { from, to: to ?? "…" })}
                {suspended_because !== null &&
                  ` · ${text("registered.suspendedBecause", { reason: serverText(suspended_because) })}`}
              </small>
              <UnitFindings findings={findings} />
            </span>
            <span className={styles.chip}>
              {parts.map((part) => text(`registered.${part}`)).join(", ") || text("registered.countsNot")}
            </span>
          </li>
        ))}
      </ul>
      {device.device_type === "normal" && <Basis registry={device.registry} points={points} />}
      {device.actions.includes("find_meter") && (
        <div className={shared.actions}>
          <Button onClick={() => setFinding(true)}>{text("registered.recordFinding")}</Button>
        </div>
      )}
      {finding && <FindingForm device={device} close={() => setFinding(false)} />}
    </section>
  );
}

function Members({ device }: { device: RegisteredDevice }) {
  const { text, capacity } = useDeviceWords();
  const [changing, setChanging] = useState(false);
  return (
    <section className={shared.stack}>
      <h3>{text("dev.section.members")}</h3>
      <ul className={shared.rows}>
        {device.group_members.map(({ device_uid, code, name, capacity_w, from, until }) => (
          <li key={`${device_uid} ${from}`}>
            <span className={styles.row}>
              <b>{name}</b> · {code}
              <small>{text("dev.fromTo", { from, to: until ?? "…" })}</small>
            </span>
            <span>{capacity(capacity_w, "normal")}</span>
          </li>
        ))}
      </ul>
      {device.actions.includes("change_members") && (
        <div className={shared.actions}>
          <Button onClick={() => setChanging(true)}>{text("registered.changeMembers")}</Button>
        </div>
      )}
      {changing && <ChangeMembers device={device} close={() => setChanging(false)} />}
    </section>
  );
}
