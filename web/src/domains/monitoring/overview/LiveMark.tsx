import type { LiveState } from "../../../platform/live.ts";
import { useWords } from "../words.ts";
import styles from "../../../ui/layout/LiveMark.module.css";

/** Whether live values arrive. */
export function LiveMark({ state }: { state: LiveState }) {
  const { text } = useWords();
  return (
    <span className={`${styles.mark} ${styles[state] ?? ""}`} role="status">
      <i aria-hidden />
      {text(`live.${state}`)}
    </span>
  );
}
