import type { ReactNode } from "react";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./ChartPanel.module.css";

/**
 * The panel that a chart stands in: its heading with the switches and tools of the chart. `renewing`: what is drawn is of
 * before, and paler until what was asked for is there.
 */
export function ChartPanel(given: {
  title: string;
  tools: ReactNode;
  renewing: boolean;
  children: ReactNode;
}) {
  const { title, tools, renewing, children } = given;
  return (
    <Panel
      title={title}
      renewing={renewing}
      className={`${styles.panel} ${renewing ? styles.renewing : ""}`}
      extra={<div className={styles.tools}>{tools}</div>}
    >
      {children}
    </Panel>
  );
}
