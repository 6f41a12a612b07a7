import { useMemo } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import type { GatewayOfRollOut } from "./roll-out-queries.ts";
import { standOf } from "./roll-out-words.ts";
import { StandTag } from "./RollOutTags.tsx";
import styles from "./RollOuts.module.css";

/** The version before and the one that it reports now, or the one alone where both are the same. */
export function reportsOf(
  { was_version, reported_version }: Pick<GatewayOfRollOut, "was_version" | "reported_version">,
  { text }: Words,
): string {
  const was = was_version ?? text("rollOuts.noVersion");
  const now = reported_version ?? text("rollOuts.noVersion");
  return was === now ? now : text("rollOuts.reportsOf", { was, now });
}

/** The columns of a roll-out's gateways; which wave only where there are several. */
export function useRollOutColumns(waves: number): readonly Column<GatewayOfRollOut>[] {
  const words = useWords();
  return useMemo(() => columnsOf(words, waves), [words, waves]);
}

function columnsOf(words: Words, waves: number): Column<GatewayOfRollOut>[] {
  const { text } = words;
  const wave: Column<GatewayOfRollOut> = {
    id: "wave",
    label: text("rollOuts.wave"),
    numeric: true,
    sortable: true,
    value: ({ wave: number }) => number,
  };
  return [
    {
      id: "gateway",
      label: text("rollOuts.gateway"),
      rowHead: true,
      sortable: true,
      value: ({ name }) => name,
      cell: ({ name, project_name, serial }) => (
        <span className={styles.name}>
          <b>{project_name}</b>
          <span>{name === serial ? serial : `${name} · ${serial}`}</span>
        </span>
      ),
    },
    ...(waves > 1 ? [wave] : []),
    {
      id: "stand",
      label: text("rollOuts.state"),
      sortable: true,
      value: (gateway) => standOf(gateway, words),
      cell: (gateway) => (
        <span className={styles.stand}>
          <StandTag gateway={gateway} />
          {gateway.state === "failed" && gateway.text !== "" && (
            <span className={styles.said}>{gateway.text}</span>
          )}
        </span>
      ),
    },
    {
      id: "reports",
      label: text("rollOuts.reports"),
      value: ({ reported_version }) => reported_version,
      cell: (gateway) => <span className={styles.reports}>{reportsOf(gateway, words)}</span>,
    },
  ];
}
