import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { listIssuances } from "@heliograph/contract/registry/issuance/issuance";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import styles from "./Issuance.module.css";
import { useIssuanceCommand } from "./use-issuance-command.ts";
import { useIssuanceWords } from "./issuance-words.ts";

type Ready = Answer<typeof listIssuances>["ready"];

/** Drafts that pass every check: what they would make, and one press for all of them. */
export function ReadyDrafts({ ready }: { ready: Ready }) {
  const { text, format } = useIssuanceWords();
  const { run } = useIssuanceCommand();
  const [busy, setBusy] = useState(false);
  const { drafts: n, quantity, items } = ready;
  const submit = async () => {
    setBusy(true);
    let done = 0;
    for (const item of items) if (await run(item, "submit", {}, true)) done += 1;
    setBusy(false);
    if (done > 0) say.success(text("iss.submittedReady", { n: done }));
  };
  return (
    <div className={styles.ready}>
      <CircleCheck size={18} aria-hidden />
      <p>{text("iss.ready", { n, quantity: format.number(quantity, 0) })}</p>
      <Button type="primary" loading={busy} onClick={() => void submit()}>
        {text("iss.submitReady", { n })}
      </Button>
    </div>
  );
}
