import type { TimelineEvent } from "@heliograph/contract/parties/records";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useText } from "../../../platform/i18n.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { useRecordWords } from "../words.ts";

/** What happened to a record of devices, each with its name, and what is waited for; null: nothing. */
export function Happenings(given: {
  timeline: readonly (Pick<TimelineEvent, "at" | "role" | "person" | "reason"> & {
    readonly title: string;
    readonly failed: boolean;
  })[];
  next: string | null;
}) {
  const { timeline, next } = given;
  const t = useText();
  const words = useRecordWords();
  const past = timeline.map(({ at, role, person, reason, title, failed }, index) => ({
    key: String(index),
    state: failed ? ("failed" as const) : ("done" as const),
    title,
    meta: `${gmt8(at)} · ${person ?? t(`dev.roleOf.${role}`)}`,
    ...(reason === null ? {} : { detail: reason }),
  }));
  const to = next === null ? [] : [{ key: "next", state: "next" as const, title: next }];
  return <Timeline label={t("dev.timeline")} words={words.happenings} happenings={[...past, ...to]} />;
}
