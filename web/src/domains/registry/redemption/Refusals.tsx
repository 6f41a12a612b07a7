import type { GuardError } from "@heliograph/contract/kernel/problem";
import { GuardList } from "../../../ui/records/GuardList.tsx";
import { useRecordWords } from "../words.ts";
import { useRedemptionWords } from "./redemption-words.ts";

/** The rules that something broke, each with its code and message; nothing where there are none. */
export function Refusals({ refused }: { refused: readonly GuardError[] }) {
  const { text, rule } = useRedemptionWords();
  const words = useRecordWords();
  if (refused.length === 0) return null;
  return (
    <div role="alert">
      <GuardList
        label={text("red.checks")}
        guards={refused.map((fault) => ({
          code: fault.code,
          state: "failed" as const,
          message: rule(fault),
        }))}
        words={words.guards}
      />
    </div>
  );
}
