import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import type { TextKey } from "../../../app/texts/keys.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useText } from "../../../platform/i18n.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { useRecordWords } from "../words.ts";
import styles from "./Devices.module.css";

/** What happened to the application, and what is waited for. */
export function DeviceTimeline({ application }: { application: DeviceApplication }) {
  const t = useText();
  const words = useRecordWords();
  const { timeline, next } = application;
  const past = timeline.map(({ at, action, role, person, reason }, index) => ({
    key: String(index),
    state: action === "decline" ? ("failed" as const) : ("done" as const),
    // Actions of the life cycle each have a text.
    title: t(`dev.did.${action}` as TextKey),
    meta: `${gmt8(at)} · ${person ?? t(`dev.roleOf.${role}`)}`,
    ...(reason === null ? {} : { detail: reason }),
  }));
  const to = next === null ? [] : [{ key: "next", state: "next" as const, title: waiting(application, t) }];
  return (
    <Panel title={t("dev.timeline")}>
      <Timeline label={t("dev.timeline")} words={words.happenings} happenings={[...past, ...to]} />
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
            <dd className={styles.hash} title={hash}>
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
