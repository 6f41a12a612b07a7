import type { BeneficiaryWords } from "@heliograph/contract/registry/redemption/correction";
import type { RedemptionItem } from "@heliograph/contract/registry/redemption/redemption-review";
import { listRedemptions, readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { listRedemptionInvoices } from "@heliograph/contract/settlement/payments/payments";
import { useState } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import type { Marks } from "../../../platform/rec/use-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { ProposalPart } from "../../parties/index.ts";
import { ReasonDialog } from "../issuance/ReasonDialog.tsx";
import { CorrectBeneficiary } from "./form/CorrectBeneficiary.tsx";
import { Refusals } from "./Refusals.tsx";
import type { Redemption } from "./redemption-queries.ts";
import { useRedemptionWords, type RedemptionWords } from "./redemption-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Redemption.module.css";
import { useRedemptionAct } from "./use-redemption-act.tsx";

const WITH_REASON = ["reject", "extend", "extend_rest", "refund"] as const;
const CANCELS = ["cancel", "cancel_unpaid"] as const;
type Cancel = (typeof CANCELS)[number];
type Asked = (typeof WITH_REASON)[number] | Cancel | "return" | "correct";

/** The actions that are open to whoever looks, and the rules that one broke. `marks`: what is marked for a return. */
export function RedemptionActions({ given, marks }: { given: Redemption; marks: Marks<RedemptionItem> }) {
  const { text } = useRedemptionWords();
  const { run, refused, busy, confirmation } = useRedemptionAct(given);
  const [asking, setAsking] = useState<Asked | null>(null);
  const [words, setWords] = useState<BeneficiaryWords | null>(null);
  // The window gives way to the one that asks for the password, and opens again with these words.
  const correct = (correction: BeneficiaryWords) => {
    setWords(correction);
    setAsking(null);
    void run("correct", { correction });
  };
  const { actions, second_person, correction } = given;
  const may = (action: string) => actions.includes(action);
  const cancel = CANCELS.find(may);
  // What two persons do is confirmed or set aside above, once one has proposed it.
  const reasoned = WITH_REASON.filter((action) => may(action) && action !== second_person?.action);
  const decides = ["return", "approve", "countersign"].some(may);
  const corrects = may("correct") && correction !== null;
  if (cancel === undefined && reasoned.length === 0 && !decides && !corrects) return null;
  return (
    <div className={styles.decision}>
      {second_person !== null && <Proposed given={{ ...given, second_person }} />}
      <Refusals refused={refused} />
      <div className={shared.actions}>
        <Decide {...{ given, marks, run, busy }} sendBack={() => setAsking("return")} />
        {reasoned.map((action) => (
          <Button key={action} onClick={() => setAsking(action)}>
            {text(`red.do.${action}`)}
          </Button>
        ))}
        {corrects && second_person === null && (
          <Button onClick={() => setAsking("correct")}>{text("red.correct")}</Button>
        )}
        {cancel !== undefined && <Button onClick={() => setAsking(cancel)}>{text("red.cancel")}</Button>}
      </div>
      {asking === "correct" && (
        <CorrectBeneficiary given={given} words={words} send={correct} close={() => setAsking(null)} />
      )}
      {asking !== null && asking !== "correct" && (
        <Reasoned {...{ given, asking, marks, run, busy }} close={() => setAsking(null)} />
      )}
      {confirmation}
    </div>
  );
}

interface Act {
  readonly given: Redemption;
  readonly marks: Marks<RedemptionItem>;
  readonly run: ReturnType<typeof useRedemptionAct>["run"];
  readonly busy: boolean;
}

/** What is decided of a request: it goes back with its marks, is approved, or confirmed by an account manager. With marks, returning is what is to be done next. */
function Decide({ given, marks, run, busy, sendBack }: Act & { sendBack: () => void }) {
  const { text, format } = useRedemptionWords();
  const { actions, waits_for_manager } = given;
  const n = format.number(given.amount, 0);
  const count = marks.all.length;
  const isMarked = count > 0 && marks.all.every(({ reason }) => reason.trim() !== "");
  return (
    <>
      {actions.includes("return") && (
        <ReasonedButton
          type={count > 0 ? "primary" : "default"}
          reason={isMarked ? null : text("red.markFirst")}
          onClick={sendBack}
        >
          {count > 0 ? text("red.returnMarked", { n: count }) : text("red.do.return")}
        </ReasonedButton>
      )}
      {actions.includes("approve") && !waits_for_manager && (
        <Button type={count > 0 ? "default" : "primary"} loading={busy} onClick={() => void run("approve")}>
          {text("red.approve", { n })}
        </Button>
      )}
      {actions.includes("countersign") && waits_for_manager && (
        <Button type="primary" loading={busy} onClick={() => void run("countersign")}>
          {text("red.countersign", { n })}
        </Button>
      )}
    </>
  );
}

/** The window that asks for the reason of an action. It gives way to the one that asks for the password. */
function Reasoned({
  given,
  asking,
  marks,
  run,
  busy,
  close,
}: Act & { asking: Exclude<Asked, "correct">; close: () => void }) {
  const words = useRedemptionWords();
  return (
    <ReasonDialog
      title={words.text(
        asking === "cancel" || asking === "cancel_unpaid" ? "red.cancel" : `red.do.${asking}`,
      )}
      hint={consequence(words, given, asking)}
      busy={busy}
      close={close}
      send={async (reason) => {
        close();
        await run(asking, asking === "return" ? { reason, marks: [...marks.all] } : { reason });
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

/** What an action that ends the redemption comes to; undefined: nothing that is not said already. */
function consequence({ text, format }: RedemptionWords, { amount }: Redemption, asked: Asked) {
  const n = format.number(amount, 0);
  if (asked === "cancel" || asked === "cancel_unpaid") return text("red.cancelHint", { n });
  return asked === "refund" ? text("red.refundHint", { n }) : undefined;
}
