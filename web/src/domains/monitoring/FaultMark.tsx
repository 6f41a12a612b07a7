import { useServerText } from "../../platform/i18n.tsx";
import mark from "../../ui/layout/LiveMark.module.css";
import { useWords } from "./words.ts";

/** That what is shown could not be renewed, and why in the server's words; `aloud` where it is said once for a screen. */
export function FaultMark({ error, aloud = false }: { error: Error; aloud?: boolean }) {
  const { text } = useWords();
  const serverText = useServerText();
  return (
    <span className={`${mark.mark} ${mark.fault}`} role={aloud ? "alert" : undefined} data-sentence="">
      <i aria-hidden />
      {text("refresh.failed", { why: serverText(error.message) })}
    </span>
  );
}
