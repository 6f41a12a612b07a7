import type { RedemptionAnswer } from "@heliograph/contract/registry/redemption/redemption-review";
import { useState } from "react";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { Refusals } from "../Refusals.tsx";
import type { Redemption } from "../redemption-queries.ts";
import { useRedemptionWords } from "../redemption-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import { RedemptionMarks } from "../review/ClaimChanges.tsx";
import { useRedemptionAct } from "../use-redemption-act.tsx";
import { Checks } from "./Checks.tsx";
import { ClaimFields } from "./ClaimFields.tsx";
import type { ClaimTexts } from "./redeem-claim.ts";

const textsOf = (given: Redemption): ClaimTexts => ({
  beneficiary_name: given.beneficiary_name,
  beneficiary_registration_number: given.beneficiary_registration_number,
  is_natural_person: given.is_natural_person,
  beneficiary_country: given.beneficiary_country,
  beneficiary_address: given.beneficiary_address,
  redeems_for: given.redeems_for,
  period_from: given.period_from,
  period_to: given.period_to,
  purpose: given.purpose,
  acknowledged: given.acknowledged.filter((code) => code === "RED-004" || code === "RED-005"),
});

/** What was asked for on a redemption that came back: what was marked of it is changed or answered, and it is submitted again, with the same certificates. */
export function CorrectClaim({ given }: { given: Redemption }) {
  const { text } = useRedemptionWords();
  const { run, refused, busy, confirmation } = useRedemptionAct(given);
  const [claim, setClaim] = useState(() => textsOf(given));
  const [answers, setAnswers] = useState<readonly RedemptionAnswer[]>([]);
  const last = given.returns.at(-1);
  const days = given.ranges.flatMap(({ from_day, to_day }) => [from_day, to_day]).toSorted();
  const change = (part: Partial<ClaimTexts>) => setClaim((before) => ({ ...before, ...part }));
  return (
    <>
      {last !== undefined && last.marks.length > 0 && (
        <RedemptionMarks last={last} now={claim} answers={answers} change={setAnswers} />
      )}
      <ClaimFields values={claim} change={change} />
      <Panel title={text("red.checks")}>
        <div className={shared.stack}>
          <Checks
            claim={{ ...given, ...claim }}
            produced={{ from: days[0] ?? "", to: days.at(-1) ?? "" }}
            faults={refused}
            change={change}
          />
          <Refusals refused={refused.filter(({ code }) => !code.startsWith("RED-"))} />
          <div>
            <Button
              type="primary"
              loading={busy}
              onClick={() => void run("resubmit", { claim, answers: [...answers] })}
            >
              {text("red.resubmit")}
            </Button>
          </div>
        </div>
      </Panel>
      {confirmation}
    </>
  );
}
