import type { LiveState } from "../../../platform/live.ts";
import { useWords } from "../words.ts";

/** Whether live values arrive. */
export function LiveMark({ state }: { state: LiveState }) {
  const { text } = useWords();
  return (
    <span className={`live ${state}`} role="status">
      <i aria-hidden />
      {text(`live.${state}`)}
    </span>
  );
}
