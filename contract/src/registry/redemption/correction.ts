// Correction of the beneficiary of a completed redemption (rule R44): spelling and address, once, within 24 hours.
import type { GuardError } from "../../kernel/problem.ts";

const HOURS = 24;
const HOUR_MS = 3_600_000;

/** Until when the beneficiary may be corrected; `retired`: the instant of the retirement, in any form that Date reads. */
export const correctableUntil = (retired: string | Date): Date =>
  new Date(new Date(retired).getTime() + HOURS * HOUR_MS);

/** Letters and digits alone, without case and marks: what spelling is not. */
const bare = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[đĐ]/g, "d")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether one name is another spelling of the other: without case, marks and signs at most one letter in four differs
 * (Levenshtein, of the longer one), and of short names one.
 */
export function isSpellingOf(name: string, other: string): boolean {
  const [a, b] = [Array.from(bare(name)), Array.from(bare(other))];
  return distance(a, b) <= Math.max(1, Math.floor(Math.max(a.length, b.length) / 4));
}

/** What a correction may change: the spelling of the name, and the address. */
export interface BeneficiaryWords {
  readonly beneficiary_name: string;
  readonly beneficiary_address: string;
}

/** The rule that the new words break (RED-025, RED-026), which screen and server ask alike; none: they are a correction of those in force. Texts are compared in normal form C. */
export function correctionFaults(inForce: BeneficiaryWords, next: BeneficiaryWords): GuardError[] {
  const isSame = (["beneficiary_name", "beneficiary_address"] as const).every(
    (field) => next[field].normalize("NFC") === inForce[field].normalize("NFC"),
  );
  if (isSame) {
    const message = "Correct the spelling of the beneficiary's name, or the address.";
    return [{ code: "RED-025", message, field: "body.correction" }];
  }
  if (isSpellingOf(next.beneficiary_name, inForce.beneficiary_name)) return [];
  const message = "This is another name. Only its spelling can be corrected.";
  return [{ code: "RED-026", message, field: "body.correction.beneficiary_name" }];
}

/** Fewest letters to insert, leave out or change that lead from one to the other (Wagner and Fischer, 1974). */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
