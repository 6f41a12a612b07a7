import { useEffect, useRef, useState } from "react";
import { Refused } from "../../platform/http.ts";
import { useSaid } from "../../platform/i18n.tsx";
import { say } from "../../ui/messages.tsx";
import type { ProjectInfo } from "./ProjectPage.tsx";

/** What a part of the settings is given: it tells when it holds something that is not saved. */
export interface SectionProps {
  readonly project: ProjectInfo;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** How a change of the settings is told: what was done, or why it was refused, with the fields and their rules. */
export function useTold() {
  const said = useSaid();
  return {
    onSuccess: (answer: { readonly message: string }) => say.success(said(answer.message)),
    onError: (error: Error) => {
      const refused = error instanceof Refused ? error : null;
      const fields = Object.entries(refused?.fields ?? {}).map(
        ([field, rule]) => `${field.replace(/^body\./, "")}: ${said(rule)}`,
      );
      const message = said(refused?.message ?? "Something went wrong");
      say.error({ content: [message, ...fields].join(" · "), duration: 6 });
    },
  };
}

/** Moves the focus to the first field of `part` that is wrong, each time that `refuse` is called. */
export function useFirstFault() {
  const part = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) part.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);
  return { part, refuse: () => setRefusals((count) => count + 1) };
}
