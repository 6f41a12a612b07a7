import type { ImportItem } from "@heliograph/contract/telemetry/import/import-shapes";
import { useEffect, useRef } from "react";
import { useWords } from "../../../platform/words.ts";
import { say } from "../../../ui/feedback/say.ts";
import { isUnderWay } from "./import-queries.ts";

/** Says once what became of an import that was under way when the page was looked at before. */
export function useDoneMessages(items: readonly ImportItem[] | undefined): void {
  const { text, format } = useWords();
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (items === undefined) return;
    for (const { import_uid, state, stored, days } of items) {
      if (!running.current.has(import_uid)) continue;
      const counts = { n: format.number(stored), d: format.number(days) };
      if (state === "done") say.success(text("import.done", counts));
      if (state === "undone") say.success(text("import.undoneSaid"));
    }
    running.current = new Set(items.filter(isUnderWay).map(({ import_uid }) => import_uid));
  }, [items, text, format]);
}
