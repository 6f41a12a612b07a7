import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Devices.module.css";
import { Happenings } from "./Happenings.tsx";

/** What happened to the application, and what is waited for. */
export function DeviceTimeline({ application }: { application: DeviceApplication }) {
  const t = useText();
  // Actions of the life cycle each have a text.
  const timeline = application.timeline.map((event) => ({
    ...event,
    title: t(`dev.did.${event.action}` as TextKey),
    failed: event.action === "decline",
  }));
  return (
    <Panel title={t("dev.timeline")}>
      <Happenings timeline={timeline} next={application.next === null ? null : waiting(application, t)} />
    </Panel>
  );
}

function waiting({ next, status }: DeviceApplication, t: ReturnType<typeof useText>): string {
  if (next === null) return t("dev.ended");
  if (status === "draft") return t(next.is_you ? "dev.youComplete" : "dev.applicantActs");
  if (status === "pending") return t(next.is_you ? "dev.youDecide" : "dev.issuerDecides");
  return t("dev.applicantActs");
}

/** The versions that were submitted, with their hashes. */
export function DeviceVersions({ application, open }: { application: DeviceApplication; open: boolean }) {
  const t = useText();
  const { versions } = application;
  if (versions.length === 0) return null;
  return (
    <Panel title={t("dev.versions")}>
      <dl className={styles.versions}>
        {versions.map(({ submission, hash }) => (
          <div key={submission}>
            <dt>{t("dev.version", { n: submission })}</dt>
            <dd className={shared.hash} title={hash}>
              sha256 {hash.slice(0, 4)}…{hash.slice(-4)}
            </dd>
          </div>
        ))}
        {open && (
          <div>
            <dt>{t("dev.versionOpen", { n: versions.length + 1 })}</dt>
            <dd>{t("dev.frozen")}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
