import type { GuardError } from "@heliograph/contract/kernel/problem";
import { useServerText } from "../../../platform/i18n.tsx";
import { GuardList } from "../../../ui/records/GuardList.tsx";
import { useRecordWords } from "../words.ts";
import { gecRuleText, useGecWords } from "./gec-words.ts";

/** The rules that something broke, each with its code and message; nothing where there are none. */
export function GecRefusals({ refused }: { refused: readonly GuardError[] }) {
  const { text } = useGecWords();
  const words = useRecordWords();
  const serverText = useServerText();
  if (refused.length === 0) return null;
  const guards = refused.map((fault) => ({
    code: fault.code,
    state: "failed" as const,
    message: serverText(gecRuleText(text, fault)),
  }));
  return (
    <div role="alert">
      <GuardList label={text("gec.checks")} guards={guards} words={words.guards} />
    </div>
  );
}
