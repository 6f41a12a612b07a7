import { classNames } from "../controls/class-names.ts";
import styles from "./DueDate.module.css";

/** Until when: the date, and below it how long that still is; in warning colours where little is left. */
export const DueDate = (given: {
  date: string;
  left: string;
  urgent: boolean;
  className?: string | undefined;
}) => (
  <span className={classNames(styles.due, given.className)} data-urgent={given.urgent || undefined}>
    <b>{given.date}</b>
    <span>{given.left}</span>
  </span>
);
