import { useCallback, useEffect, useRef, useState, type SubmitEvent } from "react";
import { useSaid } from "../../platform/i18n.tsx";
import type { FormValues, Outcome } from "./sign-in.ts";

/** Fetches the way to the server. */
export const loadSignIn = () => import("./sign-in.ts");

/** The state of a public form, and what its elements need. */
export interface PublicForm {
  readonly busy: boolean;
  /** The rule that a field breaks, translated; undefined when it breaks none. */
  readonly fault: (field: string) => string | undefined;
  /** The server's refusal, translated; null when there is none to show. */
  readonly refusal: string | null;
  readonly dismiss: () => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Sends the form's values by `send`; the first field at fault gets the focus. Calls `signedIn` when it worked. */
export function usePublicForm(
  send: (values: FormValues) => Promise<Outcome>,
  signedIn: () => void,
): PublicForm {
  const said = useSaid();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // While the form is being filled in, and not before: most of the page's weight comes with it.
    const touched = () => void loadSignIn();
    addEventListener("focusin", touched, { once: true });
    return () => removeEventListener("focusin", touched);
  }, []);
  useEffect(() => {
    if (outcome?.kind === "faults") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [outcome]);
  const submit = async (element: HTMLFormElement) => {
    form.current = element;
    setBusy(true);
    try {
      const next = await send(valuesOf(element));
      setOutcome(next);
      if (next.kind === "signed-in") signedIn();
      else setBusy(false);
    } catch {
      setOutcome({ kind: "refused", message: "The server cannot be reached" });
      setBusy(false);
    }
  };
  const faults = outcome?.kind === "faults" ? outcome.faults : {};
  return {
    busy,
    fault: (field) => (faults[field] === undefined ? undefined : said(faults[field])),
    refusal: outcome?.kind === "refused" ? said(outcome.message) : null,
    dismiss: useCallback(() => setOutcome(null), []),
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void submit(event.currentTarget);
    },
  };
}

function valuesOf(form: HTMLFormElement): FormValues {
  return Object.fromEntries(
    [...new FormData(form)].map(([field, value]) => [field, typeof value === "string" ? value : ""]),
  );
}
