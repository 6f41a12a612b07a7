import type { ReactNode } from "react";
import { classNames } from "../controls/class-names.ts";
import plain from "../controls/PlainButton.module.css";
import note from "./PanelNote.module.css";
import shimmer from "./Shimmer.module.css";
import styles from "./states.module.css";

/** A grey block where content will be, of the content's own size. */
export function Skeleton({
  width,
  height,
  round = false,
}: {
  width: number | string;
  height: number;
  round?: boolean;
}) {
  return (
    <span
      className={classNames(shimmer.shimmer, styles.skeleton, round && styles.round)}
      style={{ width, height, maxWidth: "100%" }}
      data-skeleton=""
      aria-hidden
    />
  );
}

/**
 * Nothing to show: a sun on the horizon, one sentence, one action. `failed` dashes the sun. `heading` is 1 where the
 * page has no other heading.
 */
export function Blank(given: {
  title: string;
  hint?: string;
  failed?: boolean;
  small?: boolean;
  heading?: 1 | 2;
  action?: ReactNode;
}) {
  const { title, hint, failed = false, small = false, heading = 2, action } = given;
  const Heading = heading === 1 ? "h1" : "h2";
  return (
    <div className={classNames(styles.blank, small && styles.small)} role={failed ? "alert" : undefined}>
      <Horizon failed={failed} />
      <Heading>{title}</Heading>
      {hint !== undefined && <p>{hint}</p>}
      {action}
    </div>
  );
}

/** The drawing of an empty or failed state. */
function Horizon({ failed }: { failed: boolean }) {
  return (
    <svg
      viewBox="0 0 160 104"
      width="160"
      height="104"
      aria-hidden
      className={classNames(styles.horizon, failed && styles.failed)}
    >
      <path d="M18 84h124" />
      <path className={styles.sun} d="M50 84a30 30 0 0 1 60 0" />
      {[-64, -38, -12, 12, 38, 64].map((angle) => (
        <path key={angle} d="M80 40V28" transform={`rotate(${angle} 80 84)`} />
      ))}
    </svg>
  );
}

/** One muted line in a panel that has nothing, or whose load failed; then with a way to try again. */
export function PanelNote({
  text,
  retry,
}: {
  text: string;
  retry?: { label: string; run: () => void } | undefined;
}) {
  return (
    <div className={note.note} role={retry === undefined ? undefined : "alert"}>
      <p>{text}</p>
      {retry !== undefined && (
        <button type="button" className={plain.text} onClick={retry.run}>
          {retry.label}
        </button>
      )}
    </div>
  );
}
