// Calls to other registries in words: states, steps, serial numbers, and the rules that one breaks.
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { callLife, type CallStatus } from "@heliograph/contract/registry/calls/call-life";
import type { ForeignSerials } from "@heliograph/contract/registry/calls/calls";
import { useMemo } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords, type Words } from "../../../platform/words.ts";

interface CallWords extends Words {
  readonly state: (code: string) => string;
  readonly rule: (fault: GuardError) => string;
}

const isStatus = (code: string): code is CallStatus => callLife.states.some((state) => state === code);

/** The words of calls in the language in use. */
export function useCallWords(): CallWords {
  const words = useWords();
  const serverText = useServerText();
  return useMemo(
    () => ({
      ...words,
      state: (code) => (isStatus(code) ? words.text(`calls.status.${code}`) : code),
      rule: ({ code, message }) =>
        code === "RED-032" ? words.text("calls.rule.red032") : serverText(message),
    }),
    [words, serverText],
  );
}

/** "A 41–80, B 1–10": serial numbers at the other registry, both ends included. */
export const foreignText = (serials: readonly ForeignSerials[]): string =>
  serials
    .map(({ series, first, until }) => `${series} ${until - first === 1 ? first : `${first}–${until - 1}`}`)
    .join(", ");
