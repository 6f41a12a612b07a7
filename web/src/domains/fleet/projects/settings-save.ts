import { useEffect, useRef, useState } from "react";
import { Refused } from "../../../platform/http.ts";
import { useSaid } from "../../../platform/i18n.tsx";
import { say } from "../../../ui/feedback/messages.tsx";
import type { ProjectInfo } from "./project-queries.ts";

/** What a part of the settings is given: it tells when it holds something that is not saved. */
export interface SectionProps {
  readonly project: ProjectInfo;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/**
 * How a change of the settings is told: what was done, or why it was refused, with the fields and their rules. `done` is
 * called once it is done.
 */
export function useSaveMessages(done?: () => void) {
  const said = useSaid();
  return {
    onSuccess: (answer: { readonly message: string }) => {
      say.success(said(answer.message));
      done?.();
    },
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

/** What a form holds, what is wrong with it, and how it is changed and sent. `part` is the ref of its fields. */
interface Form<Draft, Faults> {
  readonly draft: Draft;
  readonly faults: Faults | Record<string, never>;
  readonly edit: (fields: Partial<Draft>) => void;
  readonly save: () => void;
  readonly part: ReturnType<typeof useFirstFault>["part"];
}

/**
 * A form of the settings. Nothing is called wrong while it is first typed; what saving found wrong has the focus and is
 * said until it is mended. `read` tells what a draft means, or what is wrong with it; `send` is given what it means.
 */
export function useForm<Draft, Meant extends object, Faults extends object>(given: {
  first: () => Draft;
  read: (draft: Draft) => Meant | { readonly faults: Faults };
  send: (meant: Meant) => void;
  onUnsaved: (unsaved: boolean) => void;
}): Form<Draft, Faults> {
  const { first, read, send, onUnsaved } = given;
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults | Record<string, never>>({});
  const { part, refuse } = useFirstFault();
  const edit = (fields: Partial<Draft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    onUnsaved(true);
    if (Object.keys(faults).length === 0) return;
    const meant = read(next);
    setFaults("faults" in meant ? meant.faults : {});
  };
  const save = () => {
    const meant = read(draft);
    if ("faults" in meant) {
      setFaults(meant.faults);
      refuse();
      return;
    }
    setFaults({});
    send(meant);
  };
  return { draft, faults, edit, save, part };
}
