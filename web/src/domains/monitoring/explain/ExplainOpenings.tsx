// What a total holds beside the days: the opening values of the counters, and the span that it really covers.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { kpiExplain } from "@heliograph/contract/monitoring/explain";
import { useMemo } from "react";
import { DrawerTable } from "../DrawerTable.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { useWords, type Words } from "../words.ts";
import { figure } from "./explanation-words.ts";
import styles from "./ExplainDrawer.module.css";

type Lifetime = NonNullable<Answer<typeof kpiExplain>["lifetime"]>;
type Opening = Lifetime["openings"][number];

/** The span that the total covers, in words. */
export function lifetimeSpan(
  { whole, commissioned_on, measured_since }: Lifetime,
  { text, format }: Words,
): string {
  if (!whole) {
    return measured_since === null ? "" : text("explain.spanSince", { t: format.day(measured_since) });
  }
  return commissioned_on === null
    ? text("explain.spanWhole")
    : text("explain.spanCommissioned", { t: format.day(commissioned_on) });
}

const columns = (words: Words): Column<Opening>[] => [
  { id: "device", label: words.text("explain.device"), value: ({ device }) => device },
  {
    id: "opening",
    label: words.text("explain.opening"),
    numeric: true,
    value: ({ opening }) => opening,
    cell: ({ opening }) => figure(opening, "kWh", words),
  },
  {
    id: "before",
    label: words.text("explain.before"),
    numeric: true,
    value: ({ energy_before }) => energy_before,
    cell: ({ energy_before }) => figure(energy_before, "kWh", words),
  },
  {
    id: "since",
    label: words.text("explain.firstReading"),
    value: ({ opened_on }) => words.format.day(opened_on),
  },
];

/** The opening values by device, and what they are of the figure. */
export function Openings({ lifetime, unit }: { lifetime: Lifetime; unit: string }) {
  const words = useWords();
  const { text } = words;
  const shown = useMemo(() => columns(words), [words]);
  const isUndated = lifetime.commissioned_on === null && lifetime.opening_value === null;
  return (
    <DrawerTable
      title={text("explain.openings")}
      columns={shown}
      rows={lifetime.openings}
      idOf={({ device }) => device}
      empty={<p>{text("explain.noCounter")}</p>}
      className={styles.table}
    >
      <p>
        {isUndated && unit !== "kWh"
          ? text("explain.undated")
          : text("explain.openingOf", { n: figure(lifetime.opening_value, unit, words) })}
      </p>
    </DrawerTable>
  );
}
