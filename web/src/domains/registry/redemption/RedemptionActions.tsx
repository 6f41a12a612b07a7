import type { BeneficiaryWords } from "@heliograph/contract/registry/redemption/correction";
import { listRedemptions, readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { listRedemptionInvoices } from "@heliograph/contract/settlement/payments";
import { useState } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { ProposalPart } from "../../parties/index.ts";
import { ReasonDialog } from "../issuance/ReasonDialog.tsx";
import { CorrectBeneficiary } from "./form/CorrectBeneficiary.tsx";
import { Refusals } from "./Refusals.tsx";
import type { Redemption } from "./redemption-queries.ts";
import { useRedemptionWords } from "./redemption-words.ts";
import styles from "./Redemption.module.css";
import { useRedemptionAct } from "./use-redemption-act.tsx";

const WITH_REASON = ["return", "reject", "extend", "refund"] as const;
type Asked = (typeof WITH_REASON)[number] | "cancel" | "cancel_unpaid" | "correct";

/** The actions that are open to whoever looks, and the rules that one broke. */
export function RedemptionActions({ given }: { given: Redemption }) {
  const { text, format } = useRedemptionWords();
  const { run, refused, busy, confirmation } = useRedemptionAct(given);
  const [asking, setAsking] = useState<Asked | null>(null);
  const [words, setWords] = useState<BeneficiaryWords | null>(null);
  // The window gives way to the one that asks for the password, and opens again with these words.
  const correct = (correction: BeneficiaryWords) => {
    setWords(correction);
    setAsking(null);
    void run("correct", { correction });
  };
  const { actions, amount, second_person, correction } = given;
  const may = (action: string) => actions.includes(action);
  const cancel = may("cancel") ? "cancel" : may("cancel_unpaid") ? "cancel_unpaid" : null;
  // What two persons do is confirmed or set aside above, once one has proposed it.
  const reasoned = WITH_REASON.filter((action) => may(action) && action !== second_person?.action);
  const decides = may("approve") && !given.waits_for_manager;
  const corrects = may("correct") && correction !== null;
  const isIdle = cancel === null && reasoned.length === 0 && !decides && !corrects;
  if (isIdle && !may("countersign")) return null;
  const n = format.number(amount, 0);
  return (
    <div className={styles.decision}>
      {second_person !== null && <Proposed given={{ ...given, second_person }} />}
      <Refusals refused={refused} />
      <div className={styles.actions}>
        {decides && (
          <Button type="primary" loading={busy} onClick={() => void run("approve")}>
            {text("red.approve", { n })}
          </Button>
        )}
        {may("countersign") && given.waits_for_manager && (
          <Button type="primary" loading={busy} onClick={() => void run("countersign")}>
            {text("red.countersign", { n })}
          </Button>
        )}
        {reasoned.map((action) => (
          <Button key={action} onClick={() => setAsking(action)}>
            {text(`red.do.${action}`)}
          </Button>
        ))}
        {corrects && second_person === null && (
          <Button onClick={() => setAsking("correct")}>{text("red.correct")}</Button>
        )}
        {cancel !== null && <Button onClick={() => setAsking(cancel)}>{text("red.cancel")}</Button>}
      </div>
      {asking === "correct" && (
        <CorrectBeneficiary given={given} words={words} send={correct} close={() => setAsking(null)} />
      )}
      {asking !== null && asking !== "correct" && (
        <Asking asking={asking} busy={busy} n={n} run={run} close={() => setAsking(null)} />
      )}
      {confirmation}
    </div>
  );
}

/** What is asked before an action is taken: the reason for it, or whether the redemption is to be cancelled. */
function Asking(given: {
  asking: Exclude<Asked, "correct">;
  busy: boolean;
  n: string;
  run: ReturnType<typeof useRedemptionAct>["run"];
  close: () => void;
}) {
  const { asking, busy, n, run, close } = given;
  const { text } = useRedemptionWords();
  if (asking === "cancel" || asking === "cancel_unpaid") {
    return (
      <Confirm
        title={text("red.cancelTitle")}
        hint={text("red.cancelHint", { n })}
        yes={text("red.cancel")}
        no={text("red.keep")}
        danger
        run={() => run(asking)}
        close={close}
      />
    );
  }
  return (
    <ReasonDialog
      title={text(`red.do.${asking}`)}
      busy={busy}
      close={close}
      send={async (reason) => {
        await run(asking, { reason });
        close();
      }}
    />
  );
}

/** What a first person proposes: a correction in its new words, or more time, or a refund, with the reason. */
function Proposed({
  given,
}: {
  given: Redemption & { second_person: NonNullable<Redemption["second_person"]> };
}) {
  const { text, rule } = useRedemptionWords();
  const { action, payload } = given.second_person;
  const { correction } = payload;
  const what =
    action === "correct" ? "red.correct" : action === "refund" ? ("red.do.refund" as const) : "red.do.extend";
  return (
    <ProposalPart
      record={given}
      what={text(what)}
      facts={
        correction === undefined
          ? []
          : [
              [text("red.beneficiary"), correction.beneficiary_name],
              [text("red.address"), correction.beneficiary_address],
            ]
      }
      stale={[readRedemption, listRedemptions, listRedemptionInvoices]}
      done={text(`red.did.${action}` as TextKey, { n: given.amount })}
      rule={rule}
    />
  );
}
