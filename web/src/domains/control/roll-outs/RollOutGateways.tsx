import type { RollOut } from "@heliograph/contract/control/roll-outs";
import { useCallback } from "react";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SumLine } from "../../../ui/layout/SumLine.tsx";
import { reportsOf, useRollOutColumns } from "./roll-out-columns.tsx";
import type { GatewayOfRollOut, RollOutDetail } from "./roll-out-queries.ts";
import { gatewaysInAll } from "./roll-out-words.ts";
import { StandTag } from "./RollOutTags.tsx";
import styles from "./RollOuts.module.css";

const ROWS = 50;
const COUNTS: readonly (keyof RollOut["counts"])[] = [
  "updated",
  "under_way",
  "waiting",
  "failed",
  "silent",
  "other_version",
  "left_out",
];

/** Each gateway of a roll-out with where it stands and what it reports, below how many that are in all. */
export function RollOutGateways({ rollOut }: { rollOut: RollOutDetail }) {
  const words = useWords();
  const { text, format } = words;
  const { counts, gateways } = rollOut;
  const columns = useRollOutColumns(rollOut.waves);
  const card = useCallback((gateway: GatewayOfRollOut) => <Card gateway={gateway} />, []);
  return (
    <Panel title={text("rollOuts.gateways")} flush className={styles.gateways}>
      <div className={styles.sum}>
        <SumLine
          parts={COUNTS.filter((state) => counts[state] > 0).map((state) => ({
            key: state,
            label: text(`rollOuts.count.${state}`),
            figure: format.number(counts[state]),
          }))}
          sum={<b>{text("rollOuts.sum", { n: gatewaysInAll(counts) })}</b>}
        />
      </div>
      <DataTable<GatewayOfRollOut>
        label={text("rollOuts.gateways")}
        columns={columns}
        rows={gateways}
        idOf={({ gateway_uid }) => gateway_uid}
        empty={<Blank small title={text("rollOuts.noGateway")} />}
        card={card}
        {...(gateways.length > ROWS ? { pages: { size: ROWS, texts: pageTexts(text) } } : {})}
      />
    </Panel>
  );
}

function Card({ gateway }: { gateway: GatewayOfRollOut }) {
  const words = useWords();
  const { name, project_name, text: said } = gateway;
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <b>{project_name}</b>
        <StandTag gateway={gateway} />
      </div>
      <p>
        {name} · {reportsOf(gateway, words)}
      </p>
      {gateway.state === "failed" && said !== "" && <p>{said}</p>}
    </div>
  );
}
