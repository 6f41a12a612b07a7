import type { ReactNode } from "react";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { FaultMark } from "../FaultMark.tsx";
import type { ChartQuery } from "./chart-query.ts";
import styles from "./ChartPanel.module.css";

/**
 * The panel that a chart stands in: its heading with the switches and tools of the chart. What is drawn of an earlier request
 * is paler until what was asked for is there; what could not be renewed says why (M143).
 */
export function ChartPanel(given: {
  title: string;
  tools: ReactNode;
  query: Pick<ChartQuery, "isPlaceholderData" | "data" | "error">;
  children: ReactNode;
}) {
  const { title, tools, query, children } = given;
  const stale = query.data === undefined ? null : query.error;
  return (
    <Panel
      title={title}
      renewing={query.isPlaceholderData}
      className={`${styles.panel} ${query.isPlaceholderData ? styles.renewing : ""}`}
      extra={<div className={styles.tools}>{tools}</div>}
    >
      {stale !== null && (
        <p className={styles.stale}>
          <FaultMark error={stale} />
        </p>
      )}
      {children}
    </Panel>
  );
}
