// Bank accounts of business accounts, and the checks of their numbers.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { ibanLetters, isIban } from "../kernel/iban.ts";
import { recordLife } from "../kernel/life-cycle.ts";
import type { GuardError } from "../kernel/problem.ts";
import { line, someLine } from "../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
} from "./records.ts";

export const bankAccountLife = recordLife({
  entity: "bank_account",
  noun: "Bank account",
  begins: ["account_manager"],
  state: {
    pending_verification: {
      label: "Pending Verification",
      next: { by: "platform_operator", within: { count: 5, unit: "business_days" } },
    },
    verified: { label: "Verified" },
    rejected: { label: "Rejected", next: { by: "account_manager" } },
    archived: { label: "Archived", tab: null },
  },
  actions: {
    verify: {
      from: ["pending_verification"],
      to: "verified",
      by: ["platform_operator"],
      done: "Verified",
      people: 2,
      confirmed: true,
    },
    reject: {
      from: ["pending_verification"],
      to: "rejected",
      by: ["platform_operator"],
      done: "Rejected",
      reason: 10,
      people: 2,
      confirmed: true,
    },
    edit: {
      from: ["pending_verification", "verified", "rejected"],
      to: "pending_verification",
      by: ["account_manager"],
      done: "Changed",
      confirmed: true,
    },
    make_default: {
      from: ["verified"],
      to: "verified",
      by: ["account_manager"],
      done: "Made default",
      confirmed: true,
    },
    archive: {
      from: ["pending_verification", "verified", "rejected"],
      to: "archived",
      by: ["account_manager"],
      done: "Archived",
      confirmed: true,
    },
  },
});

/** Currencies that money is received and paid in. */
export const BANK_CURRENCIES = ["USD", "EUR", "CNY", "VND"] as const;

const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** Without spaces, in capitals. */
const compact = (max: number) =>
  z
    .string()
    .max(max * 2)
    .transform((text) => text.replaceAll(/[\s-]/g, "").toUpperCase())
    .pipe(
      z
        .string()
        .min(1, "Must not be empty")
        .max(max)
        .regex(/^[A-Z0-9]*$/, "Must be letters and digits"),
    );

export const bankAccountFields = z.object({
  currency: z.enum(BANK_CURRENCIES),
  bank_name: someLine(200),
  account_name: someLine(200),
  swift_code: compact(11),
  /** IBAN or account number. */
  account_number: compact(34),
  comment: line(500),
});
export type BankAccountFields = z.output<typeof bankAccountFields>;

/** Country of the bank (ISO 3166-1 alpha-2): the 5th and 6th letter of its SWIFT code; undefined where the code has none there. */
const bankCountry = (swift_code: string): string | undefined => /^[A-Z]{4}([A-Z]{2})/.exec(swift_code)?.[1];

/** The letters with which account numbers at the bank begin, where its country has IBANs; undefined: it has none, or the SWIFT code names no country. */
export function ibanLettersOf(swift_code: string): string | undefined {
  const country = bankCountry(swift_code);
  return country === undefined ? undefined : ibanLetters(country);
}

/** A number with its last four places alone: "•••• 3000"; one of eight places or fewer shows its last two. */
export const maskedNumber = (account_number: string): string =>
  `•••• ${account_number.slice(account_number.length > 8 ? -4 : -2)}`;

/** A company's name as two spellings of it agree: letters and digits alone, without what says the company's form. */
const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .replaceAll(
      /\b(co|ltd|limited|company|corp|corporation|inc|jsc|joint|stock|llc|plc|gmbh|cong ty|co phan|tnhh)\b/g,
      " ",
    )
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Rules of a bank account that are broken, in order; empty: none. Where the bank's country has IBANs the number is one of that country; elsewhere banks number accounts
 * as they like. The account is in the company's name, spelled in either of its languages.
 */
export function bankAccountFaults(
  {
    swift_code,
    account_number,
    account_name,
  }: Pick<BankAccountFields, "swift_code" | "account_number" | "account_name">,
  company: { readonly company_name: string; readonly english_name: string },
): GuardError[] {
  const faults: GuardError[] = [];
  const letters = ibanLettersOf(swift_code);
  if (letters !== undefined && !(account_number.startsWith(letters) && isIban(account_number))) {
    faults.push({ code: "BNK-001", message: "The IBAN is not valid.", field: "body.account_number" });
  }
  if (!SWIFT.test(swift_code)) {
    faults.push({ code: "BNK-002", message: "The SWIFT code is not valid.", field: "body.swift_code" });
  }
  const names = [company.company_name, company.english_name].map(plainName).filter((name) => name !== "");
  if (!names.includes(plainName(account_name))) {
    faults.push({
      code: "BNK-003",
      message: "The account must be in the company's name.",
      field: "body.account_name",
    });
  }
  return faults;
}

const BANK_GUARDS = ["BNK-001", "BNK-002", "BNK-003"] as const;

const bankAccountItem = recordFrame.extend({
  ...bankAccountFields.shape,
  swift_code: z.string(),
  account_number: z.string(),
  is_default: z.boolean(),
  company_name: z.string(),
  /** No money is paid out to it before. */
  payouts_from: z.iso.datetime(),
});

export const listBankAccounts = endpoint({
  name: "listBankAccounts",
  method: "GET",
  path: "rehash/bank-accounts",
  keyRight: "none",
  summary:
    "Bank accounts of the business account, their numbers masked for all but its account managers; without one, those that wait for a platform operator",
  query: actingFor,
  answer: z.object({ items: z.array(bankAccountItem) }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const addBankAccount = endpoint({
  name: "addBankAccount",
  method: "POST",
  path: "rehash/bank-accounts",
  keyRight: "none",
  summary: "Adds a bank account, which two platform operators verify",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject({ ...bankAccountFields.shape, key: z.uuid() }),
  answer: commandAnswer,
  refusals: [
    ...RECORD_READ_REFUSALS,
    "GEN-403",
    "ACC-013",
    "GEN-410",
    ...BANK_GUARDS,
    "BNK-010",
    "confirmation.required",
  ],
});

export const moveBankAccount = endpoint({
  name: "moveBankAccount",
  method: "POST",
  path: "rehash/bank-accounts/actions",
  keyRight: "none",
  summary:
    "Takes an action of a bank account's life cycle; edit carries its new values and has it verified again",
  query: actingFor,
  body: recordCommand(bankAccountLife).extend({ values: z.strictObject(bankAccountFields.shape).optional() }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, ...BANK_GUARDS, "BNK-011"],
});
