// What the cells of a list are made of.
import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { useState } from "react";
import { QualityMark } from "../data-quality/QualityMark.tsx";
import { kilo, MISSING } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { filledTo } from "../../../ui/layout/bar.ts";
import type { CountedBy, PowerSilence } from "../project-values.ts";
import styles from "./columns.module.css";
import type { ListRow } from "./list-row.ts";

/** A number, paler where it is missing. */
export function Figure({ text }: { text: string }) {
  return text === MISSING ? <span className={styles.missing}>{text}</span> : text;
}

/** By which devices a production is told. */
export function By({ by }: { by: CountedBy }) {
  const t = useText();
  return <small className={styles.since}>{t(`by.${by}`)}</small>;
}

/** Since when a total is known. */
export function Since({ day }: { day: string }) {
  const t = useText();
  return <small className={styles.since}>{t("list.since", { t: day })}</small>;
}

/** Share of the installed capacity that is delivered now, as a bar. */
export function PowerBar({ row }: { row: ListRow }) {
  const share = row.capacity_kwp > 0 ? (kilo(row.power_w) ?? 0) / row.capacity_kwp : 0;
  return (
    <span className={styles.share} aria-hidden>
      <i style={filledTo(share)} />
    </span>
  );
}

/** How many devices are silent where that makes the power unknown. */
export function Silent({ of }: { of: PowerSilence }) {
  const t = useText();
  return <small className={styles.since}>{t("list.silent", { n: of.silent, m: of.devices })}</small>;
}

/** The mark of a project in a list: what was noted today and on the day before, of which the list shows figures. */
export function ListMark({ row }: { row: Pick<ListRow, "uid" | "timezone"> }) {
  const [openedMs] = useState(() => Date.now());
  const today = localDay(row.timezone, openedMs);
  return <QualityMark uid={row.uid} range={{ from: addDays(today, -1), to: today }} />;
}
