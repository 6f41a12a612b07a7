import type { GuardError } from "@heliograph/contract/kernel/problem";
import {
  REDEMPTION_WARNINGS,
  redemptionFaults,
  type RedemptionClaim,
} from "@heliograph/contract/registry/redemption/redemption-rules";
import { Link } from "react-router";
import { patterns } from "../../../../app/paths.ts";
import { useRecAddress } from "../../../../platform/rec/acting.ts";
import { Checkbox } from "../../../../ui/controls/Checkbox.tsx";
import { GuardList } from "../../../../ui/records/GuardList.tsx";
import { useRecordWords } from "../../words.ts";
import { useRedemptionWords } from "../redemption-words.ts";
import type { ClaimTexts } from "./redeem-claim.ts";

type Warning = (typeof REDEMPTION_WARNINGS)[number];

const isWarning = (code: string): code is Warning => REDEMPTION_WARNINGS.some((one) => one === code);

/** Rules that every form shows, with what they say where they hold; others are shown where they are broken. */
const ALWAYS = [
  ["RED-001", "red.holds.red001"],
  ["RED-002", "red.holds.red002"],
  ["RED-003", "red.holds.red003"],
  ["RED-004", "red.holds.red004"],
  ["RED-005", "red.holds.red005"],
  ["RED-006", "red.holds.red006"],
] as const;

/**
 * Every rule of the claim by its code: `faults` are those that are broken, warnings that are known of not among them. A warning does not block: it asks for a
 * tick. Without a claim nothing is known yet.
 */
export function Checks(given: {
  claim: RedemptionClaim | null;
  produced: { from: string; to: string } | null;
  faults: readonly GuardError[];
  change: (part: Pick<ClaimTexts, "acknowledged">) => void;
}) {
  const { claim, produced, faults, change } = given;
  const { text, rule } = useRedemptionWords();
  const words = useRecordWords();
  const known = claim === null ? [] : warningsOf(claim, produced);
  const found = [...faults, ...known.filter(({ code }) => !faults.some((one) => one.code === code))];
  const acknowledged = claim?.acknowledged.filter(isWarning) ?? [];
  const tick = (code: Warning, on: boolean) =>
    change({ acknowledged: [...acknowledged.filter((one) => one !== code), ...(on ? [code] : [])] });
  const shown = found.map((fault) => {
    const { code } = fault;
    if (code === "FEE-002") {
      return { code, state: "failed" as const, message: rule(fault), ways: <ToAgreement /> };
    }
    if (!isWarning(code)) return { code, state: "failed" as const, message: rule(fault) };
    const ways = (
      <Checkbox
        label={text("red.iKnow")}
        checked={acknowledged.includes(code)}
        onChange={(on) => tick(code, on)}
      />
    );
    return { code, state: "warning" as const, message: rule(fault), ways };
  });
  const held = ALWAYS.filter(([code]) => !found.some((fault) => fault.code === code)).map(([code, key]) => ({
    code,
    state: claim === null ? ("waiting" as const) : ("passed" as const),
    message: text(key),
  }));
  return <GuardList label={text("red.checks")} guards={[...shown, ...held]} words={words.guards} />;
}

/** The way out of FEE-002: an account manager accepts the agreement on the account's page. */
function ToAgreement() {
  const { text } = useRedemptionWords();
  const address = useRecAddress();
  return <Link to={address(patterns.recProfile, { tab: "fees" })}>{text("red.toAgreement")}</Link>;
}

/** Warnings of the claim, those that are known of among them. */
const warningsOf = (claim: RedemptionClaim, produced: { from: string; to: string } | null): GuardError[] =>
  redemptionFaults(
    { ...claim, acknowledged: [] },
    { available: Number.POSITIVE_INFINITY, produced, account_type: null, today: "9999-12-31" },
  ).filter(({ code }) => isWarning(code));
