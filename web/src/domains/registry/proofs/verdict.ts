// The verdict over a statement in one sentence, and its steps in plain words (ui-certificates.md §6, rule R45).
import type { CheckedStep, StatementCheck } from "@heliograph/contract/registry/proofs/check-statement";
import type { PdfCheck } from "@heliograph/contract/registry/proofs/pdf-signature";
import {
  producedDays,
  replaceableUntil,
  retirementIn,
  type RedemptionStatement,
} from "@heliograph/contract/registry/proofs/statement";
import type { TextKey } from "../../../app/texts/keys.ts";
import type { Values } from "../../../platform/i18n.tsx";
import { gmt8, gmt8Day } from "@heliograph/contract/kernel/gmt8";
import type { Found } from "./check-file.ts";

export type Text = (key: TextKey, values?: Values) => string;
type Checked = Extract<Found, { kind: "checked" }>;

/** How a verdict looks: good, to be careful with, bad, or saying nothing about the statement. */
export type Tone = "good" | "careful" | "bad" | "open";

interface Verdict {
  readonly tone: Tone;
  readonly title: string;
  readonly lines: readonly string[];
}

/** For whom the certificates were redeemed, as a sentence names them. */
export function beneficiaryOf(t: Text, { entry }: RedemptionStatement): string {
  const { beneficiary } = entry.record;
  return beneficiary.kind === "company" ? beneficiary.name : t("verify.person");
}

/** The fuel of the certificates; its code where it has no name. */
export const fuelOf = (t: Text, { entry }: RedemptionStatement): string => fuelName(t, entry.record.fuel);

/** The name of the fuel with the code (ES100); the code where it has none. */
export function fuelName(t: Text, fuel: string): string {
  // A fuel without a text comes back as its key.
  const key = `verify.fuel.${fuel}`;
  const name = t(key as TextKey);
  return name === key ? fuel : name;
}

/** The verdict in words. `n`: how the page writes a number of certificates; `now`: ms since 1970. */
export function sentenceOf(t: Text, found: Checked, n: (value: number) => string, now: number): Verdict {
  const { check, retired, replaced, pdf } = found;
  const { statement, verdict, key_revoked_at } = check;
  if (verdict === "unknown_key" || verdict === "unknown_version") {
    return { tone: "open", title: t("verify.unknownChecker"), lines: [t("verify.unknownCheckerHint")] };
  }
  if (statement === null) return { tone: "open", title: t("verify.unreadable"), lines: [] };
  if (verdict === "changed") {
    const failed = check.steps.find(({ state }) => state === "failed");
    const why = failed === undefined ? "" : stepText(t, found, failed, n).text;
    return { tone: "bad", title: t("verify.changed"), lines: [why, t("verify.doNotAccept")] };
  }
  if (verdict === "revoked") {
    const date = gmt8Day(key_revoked_at ?? 0);
    return { tone: "bad", title: t("verify.revokedKey", { date }), lines: [t("verify.doNotAccept")] };
  }
  const badPdf = pdf === null ? null : pdfRefusal(t, pdf);
  if (badPdf !== null) return badPdf;
  const claim = t("verify.claim", {
    n: n(Number(statement.entry.record.amount)),
    fuel: fuelOf(t, statement),
    name: beneficiaryOf(t, statement),
  });
  const offline = [
    ...(key_revoked_at === null ? [] : [t("verify.oldKey", { date: gmt8Day(key_revoked_at) })]),
    ...(pdf === null ? [] : pdfLines(t, pdf)),
    ...(retired === null
      ? [t("verify.asIssued", { date: gmt8Day(statement.entry.at) }), t("verify.notAsked")]
      : []),
  ];
  if (verdict === "demonstration") {
    return {
      tone: "careful",
      title: t("verify.demonstration"),
      lines: [
        t("verify.simulated"),
        claim,
        ...(replaced === null ? [] : [t("verify.replacedOn", { date: gmt8Day(replaced.at) })]),
        ...offline,
      ],
    };
  }
  if (replaced !== null) {
    const title = t("verify.replaced", { date: gmt8Day(replaced.at) });
    return { tone: "careful", title, lines: [claim] };
  }
  const until = replaceableUntil(statement);
  const open =
    until !== null && until.getTime() > now
      ? [t("verify.correctable", { time: gmt8(until.toISOString()) })]
      : [];
  // A time stamp that decides whether the PDF counts, or that is broken, is for the reader to look at.
  const isOpen = pdf?.state === "signed_before" || pdf?.time_stamp?.state === "failed";
  return {
    tone: isOpen ? "careful" : "good",
    title: t("verify.genuine"),
    lines: [claim, ...open, ...offline],
  };
}

/** The verdict over a statement whose PDF is not to be accepted; null: it may be. */
function pdfRefusal(t: Text, { state, key_revoked_at }: PdfCheck): Verdict | null {
  const lines = [t("verify.pdfChangedHint")];
  if (state === "changed") return { tone: "bad", title: t("verify.pdfChanged"), lines };
  if (state !== "revoked") return null;
  const title = t("verify.pdfRevoked", { date: gmt8Day(key_revoked_at ?? 0) });
  return { tone: "bad", title, lines: [t("verify.pdfRevokedHint"), ...lines] };
}

function pdfLines(t: Text, { state, key_revoked_at, time_stamp }: PdfCheck): string[] {
  const date = gmt8Day(key_revoked_at ?? 0);
  return [
    state === "signed_before"
      ? t("verify.pdfSignedBefore", { date })
      : t(state === "signed" ? "verify.pdfSigned" : "verify.pdfUnknown"),
    ...(time_stamp?.state === "failed" ? [t("verify.stamp.failed")] : []),
  ];
}

/** A step: what was found, why, and the technical value at its right. */
interface StepText {
  readonly title: string;
  readonly text: string;
  readonly value: string;
}

/** First and last four digits of a fingerprint. */
const short = (hash: string) => (hash.length > 12 ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : hash);

/** A step in words; those that were not made say why. */
export function stepText(
  t: Text,
  { check, retired }: Pick<Checked, "check" | "retired">,
  { step, state }: CheckedStep,
  n: (value: number) => string,
): StepText {
  const values = stepValues(check, retired, n);
  const of = `verify.step.${step}.${state}` as const;
  const hint = step === "nobody_else" && state === "not_made" ? "verify.notAsked" : null;
  if (state === "not_made") {
    return {
      title: t(`verify.step.${step}.not_made`),
      text: t(hint ?? "verify.notMade"),
      value: "",
    };
  }
  const isSimulated = step === "issued" && state === "passed" && check.verdict === "demonstration";
  return {
    title: t(isSimulated ? "verify.step.issued.simulated" : of),
    text: t(`verify.step.${step}.${state}.text`, values),
    value: valueOf(step, check, values),
  };
}

function stepValues({ statement }: StatementCheck, retired: number | null, n: (value: number) => string) {
  const retirement = statement === null ? null : retirementIn(statement);
  const batches = statement?.entry.record.batches ?? [];
  const days = (retirement?.entry.legs ?? [])
    .flatMap((leg) => (statement === null ? [] : Object.values(producedDays(statement, leg))))
    .toSorted();
  return {
    n: n(Number(statement?.entry.record.amount ?? 0)),
    held: n(retired ?? 0),
    entry: n(Number(retirement?.index ?? 0) + 1),
    path: n(statement?.path.length ?? 0),
    date: gmt8Day(retirement?.entry.at ?? 0),
    head: gmt8Day(statement?.head.at ?? 0),
    batches: n(batches.length),
    from: days.at(0) ?? "",
    to: days.at(-1) ?? "",
  };
}

function valueOf(
  step: CheckedStep["step"],
  { leaf, statement }: StatementCheck,
  { entry, held, n, batches }: ReturnType<typeof stepValues>,
): string {
  const values = {
    unchanged: short(leaf),
    retired: `#${entry}`,
    in_the_log: short(statement?.head.root ?? ""),
    nobody_else: `${held} / ${n}`,
    issued: batches,
  };
  return values[step];
}
