// The frame around the figures of a project.
import type { ReactNode } from "react";
import styles from "./FigureFrame.module.css";

/** The figures of a project, which break on narrow screens by its kind: `swh` is a solar water heater. */
export const FigureFrame = ({ swh, children }: { swh: boolean; children: ReactNode }) => (
  <div className={`${styles.figures} ${swh ? styles.swh : ""}`}>{children}</div>
);
