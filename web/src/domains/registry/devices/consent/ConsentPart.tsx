import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { useQuery } from "@tanstack/react-query";
import { patterns } from "../../../../app/paths.ts";
import { addressFor, useActing } from "../../../../platform/rec/acting.ts";
import { Skeleton } from "../../../../ui/feedback/states.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { projectsToChooseQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Devices.module.css";
import { ConsentText } from "./ConsentText.tsx";

/** The consent of the plant's owner: signed here by whoever owns it, and asked of others by an address. */
export function ConsentPart({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const { record_uid, facts } = application;
  const account = useActing();
  const projects = useQuery(projectsToChooseQuery(account));
  const { project_uid } = application.draft.fields;
  const owns = projects.data?.items.some((one) => one.project_uid === project_uid && one.is_owner) === true;
  if (projects.isPending) return <Skeleton width="100%" height={72} />;
  // Of no account: whoever owns the plant opens it.
  const query = { tab: "devices", record: record_uid, consent: "owner" };
  const link = `${location.origin}${addressFor(undefined, patterns.recServices, query)}`;
  return (
    <div className={shared.stack}>
      <h3>{text("dev.consent")}</h3>
      {owns ? (
        <ConsentText record_uid={record_uid} />
      ) : facts.consent ? (
        <p>{text("dev.consentGiven")}</p>
      ) : (
        <>
          <p className={shared.hint}>{text("dev.consentAsk")}</p>
          <p className={styles.link}>{link}</p>
        </>
      )}
    </div>
  );
}

/** Of an application that is submitted: the consent of whoever looks and owns its plant; nothing for others. */
export function OwnerConsent({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const { project_uid } = application.draft.fields;
  const projects = useQuery({
    ...projectsToChooseQuery(account),
    enabled: account !== undefined && project_uid !== "",
  });
  const owns = projects.data?.items.some((one) => one.project_uid === project_uid && one.is_owner) === true;
  if (!owns) return null;
  return (
    <Panel title={text("dev.consent")}>
      <div className={shared.stack}>
        <ConsentText record_uid={application.record_uid} />
      </div>
    </Panel>
  );
}
