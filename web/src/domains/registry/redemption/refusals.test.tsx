// Every rule of redemptions and their payments that the server alone judges, as whoever breaks it reads it.
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { expect, test } from "vitest";
import { REDEMPTION_WAYS as WAYS, shownRule } from "../../../testing/redemption-ways.tsx";
import { freshBrowser, rulesBroken } from "../../../testing/test-kit.tsx";

freshBrowser();

const time = "2026-10-31 11:02:57 (GMT+8)";
const RULES: readonly (readonly [keyof typeof WAYS, GuardError])[] = [
  [
    "resubmit",
    {
      code: "RED-002",
      message: "Amount must be a whole number of MWh, at least 1.",
      field: "body.claim.amount",
    },
  ],
  ["resubmit", { code: "RED-006", message: "Say what the redemption is for.", field: "body.claim.purpose" }],
  [
    "resubmit",
    {
      code: "RED-008",
      message: "These certificates expired on 2026-03-01.",
      params: { date: "2026-03-01" },
    },
  ],
  ["approve", { code: "RED-010", message: "An account manager must confirm this amount first." }],
  ["resubmit", { code: "RED-011", message: "Change what was asked for before you submit again." }],
  [
    "approve",
    { code: "RED-012", message: "The certificates are not reserved for this redemption any more." },
  ],
  ["countersign", { code: "RED-013", message: "This redemption needs no confirmation." }],
  ["confirm", { code: "RED-014", message: "Not all fees are paid." }],
  ["return", { code: "RED-015", message: "Mark at least one item.", field: "body.marks" }],
  [
    "resubmit",
    {
      code: "RED-016",
      message: "Change or answer the marked items before you submit again.",
      params: { items: "purpose" },
    },
  ],
  ["resubmit", { code: "RED-007", message: "Your TIGR account type does not allow redemption for others." }],
  ["cancel", { code: "RED-020", message: "A completed redemption cannot be changed." }],
  [
    "refund",
    {
      code: "RED-030",
      message: "The other registry may have retired these certificates. Wait for its answer.",
    },
  ],
  ["approve", { code: "RED-031", message: "The other registry has not acknowledged the retirement." }],
  [
    "cancel",
    { code: "RED-021", message: "A payment was reported. Wait until an operator has looked for it." },
  ],
  [
    "correct",
    { code: "RED-022", message: `The beneficiary could be corrected until ${time}.`, params: { time } },
  ],
  ["correct", { code: "RED-023", message: "The beneficiary was corrected before; it can be once." }],
  ["correct", { code: "RED-024", message: "An issuer and a platform operator must ask for the same." }],
  [
    "correctNothing",
    {
      code: "RED-025",
      message: "Correct the spelling of the beneficiary's name, or the address.",
      field: "body.correction",
    },
  ],
  [
    "correctName",
    {
      code: "RED-026",
      message: "This is another name. Only its spelling can be corrected.",
      field: "body.correction.beneficiary_name",
    },
  ],
  [
    "report",
    {
      code: "INV-005",
      message: "This invoice is in USD.",
      params: { currency: "USD" },
      field: "body.payment.currency",
    },
  ],
  [
    "confirmPart",
    {
      code: "INV-008",
      message: "Enter what was received: less than is outstanding.",
      field: "body.received_cents",
    },
  ],
  [
    "confirmPart",
    {
      code: "INV-008",
      message: "Invoice INV-P-2026-000226: use decline_rest.",
      params: { number: "INV-P-2026-000226", action: "decline_rest" },
    },
  ],
  [
    "confirm",
    {
      code: "INV-008",
      message: "Enter what was received: EUR 4.80 at least, or confirm a part.",
      params: { outstanding: "EUR 4.80" },
      field: "body.received_cents",
    },
  ],
  [
    "report",
    {
      code: "INV-009",
      message: "Invoice INV-P-2026-000226 is not payable any more: its redemption has ended.",
      params: { number: "INV-P-2026-000226" },
    },
  ],
  [
    "cancel",
    {
      code: "INV-010",
      message: "EUR 1.00 were received. Refund or credit them first.",
      params: { received: "EUR 1.00" },
    },
  ],
];

test.each(RULES)("%s: %j stands on the page with code and message", async (way, rule) => {
  await WAYS[way](() => rulesBroken(rule));
  expect(await shownRule(rule.code)).toContain(`${rule.code} ${rule.message}`);
});
