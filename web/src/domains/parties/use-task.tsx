import { useState } from "react";
import { say } from "../../ui/feedback/say.ts";
import { useConfirmation } from "../identity/index.ts";
import { useRefusalLines } from "./refusal-lines.ts";

/** What a task says when it is done, and whether it needs a fresh proof of who one is. */
interface Outcome {
  readonly done: string;
  readonly proof?: boolean;
}

/**
 * Does one thing at a time and says what came of it; `run` answers whether it was done. `dialog`, which the caller shows, asks for the password where `proof` says so;
 * `confirmed` is the same for forms, which say themselves what came of them.
 */
export function useTask() {
  const lines = useRefusalLines();
  const { confirmed, dialog } = useConfirmation();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, { done, proof = false }: Outcome): Promise<boolean> => {
    setBusy(true);
    try {
      await (proof ? confirmed(work) : work());
      say.success(done);
      return true;
    } catch (error) {
      say.error(lines(error).join(" · "));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, dialog, confirmed };
}

/** The body of a command on a record as it was seen, with a key of its own. */
export const commandBody = <Action extends string>(
  { record_uid, version }: { readonly record_uid: string; readonly version: number },
  action: Action,
) => ({ record_uid, action, expected_version: version, key: crypto.randomUUID() });
