import type { ImportDraft } from "@heliograph/contract/telemetry/import/import-shapes";
import { useEffect, useEffectEvent } from "react";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { DraftActions } from "./use-draft.ts";
import styles from "./ImportBar.module.css";

/** What would be imported, and the button that does it; Alt and Enter press it too. */
export function ImportBar({ draft, actions }: { draft: ImportDraft; actions: DraftActions }) {
  const { text, format } = useWords();
  const { trial, state, files } = draft;
  const fresh = trial?.fresh ?? 0;
  const ready = state === "tried" && fresh > 0 && !actions.starting;
  useAltEnter(ready, actions.start);
  const names = files.map(({ name }) => name).join(", ");
  const about =
    trial === null
      ? names
      : [names, text("import.newReadings", { n: format.number(fresh) }), text("import.mayClose")].join(" · ");
  return (
    <div className={styles.bar} data-import-bar="">
      <p>{state === "tried" && fresh === 0 ? text("import.nothingNew") : about}</p>
      <Button
        type="primary"
        disabled={!ready}
        loading={actions.starting}
        aria-keyshortcuts="Alt+Enter"
        title="Alt+Enter"
        onClick={actions.start}
      >
        {text("import.importCount", { n: trial === null ? "…" : format.number(fresh) })}
      </Button>
    </div>
  );
}

function useAltEnter(enabled: boolean, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.key !== "Enter" || event.repeat) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const heard = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, [enabled]);
}
