// What tests of the business account's pages share: the account, its bank accounts and its people, as the server answers.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { listBankAccounts } from "@heliograph/contract/parties/bank-accounts";
import { getBusinessAccount } from "@heliograph/contract/parties/business-accounts";
import type { CompanyVersion } from "@heliograph/contract/parties/company-review";
import { getFeeAgreement, getFeeSchedule } from "@heliograph/contract/parties/fees";
import { listRecipients } from "@heliograph/contract/parties/recipients";
import { listAccountPeople } from "@heliograph/contract/parties/roles";
import { getSecurity } from "@heliograph/contract/identity/security";
import { BUSINESS_ACCOUNT, fakeSeats } from "./registry-fakes.ts";
import { answer } from "./test-kit.tsx";

const AT = "2026-10-01T00:00:00Z";

const frame = {
  record_uid: BUSINESS_ACCOUNT,
  number: "BA-2026-000001",
  status: "active",
  version: 3,
  created_at: AT,
  changed_at: AT,
  actions: ["amend", "close"],
  next: null,
  timeline: [],
  second_person: null,
};

const REGISTRATION = {
  document_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3341",
  kind: "registration",
  name: "register.pdf",
  size_bytes: 20_480,
  sha256: "a".repeat(64),
} as const;

/** An active account, changed as told. */
export const fakeCompany = (change: Partial<Answer<typeof getBusinessAccount>> = {}) =>
  answer(getBusinessAccount, {
    ...frame,
    account: BUSINESS_ACCOUNT,
    trade_account_id: "TA-000001",
    demonstration: false,
    account_types: { IREC: "registrant", TIGR: null, GEC: null },
    company_name: "Xanh Energy JSC",
    english_name: "Green Energy JSC",
    registration_number: "0312345678",
    address: "1 Main Street",
    country: "VN",
    province: "Can Tho",
    email: "office@xanh.example",
    contact_number: "+84 28 5555 0100",
    documents: [REGISTRATION],
    versions: [],
    faults: [],
    ...change,
  });

/** What was submitted of that account, with what the operator marked, changed as told. */
export const companySubmission = (change: Partial<CompanyVersion> = {}): CompanyVersion => ({
  submission: 1,
  submitted_at: AT,
  content: {
    company_name: "Xanh Energy JSC",
    english_name: "Green Energy JSC",
    registration_number: "0312345678",
    address: "1 Main Street",
    country: "VN",
    province: "Can Tho",
    email: "office@xanh.example",
    contact_number: "+84 28 5555 0100",
    account_types: { IREC: "registrant" },
    documents: [REGISTRATION],
  },
  answers: [],
  marks: [],
  ...change,
});

/** A verified bank account. */
export const BANK: Answer<typeof listBankAccounts>["items"][number] = {
  ...frame,
  record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  number: "BK-2026-000001",
  status: "verified",
  actions: ["edit", "make_default", "archive"],
  currency: "USD",
  bank_name: "Vietcombank",
  account_name: "XANH ENERGY",
  swift_code: "BFTVVNVX",
  account_number: "0071005550126",
  comment: "",
  is_default: false,
  company_name: "Xanh Energy JSC",
  payouts_from: AT,
};

/** The rate of redeeming what was acquired through the exchange, changed as told. */
export const feeRate = (
  change: Partial<Answer<typeof getFeeSchedule>["items"][number]> = {},
): Answer<typeof getFeeSchedule>["items"][number] => ({
  code: "RF-EX-IREC-OTH",
  version: 1,
  fee_type: "REDEEM_EXCHANGE",
  registry: "IREC",
  fuel_group: "other",
  currency: "EUR",
  rate: 800,
  is_configured: true,
  effective_from: "2026-01-01",
  next: null,
  ...change,
});

export const PEOPLE: Answer<typeof listAccountPeople> = {
  people: [
    {
      account_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3311",
      name: "Hoa Pham",
      email: "hoa@xanh.example",
      role: "account_manager",
      since: AT,
      is_you: true,
    },
    {
      account_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3312",
      name: "Minh Vo",
      email: "minh@xanh.example",
      role: "trader",
      since: AT,
      is_you: false,
    },
  ],
  invitations: [],
};

/** Whoever has proved lately who it is, changed as told. */
export const fakeSecurity = (change: Partial<Answer<typeof getSecurity>> = {}) =>
  answer(getSecurity, {
    has_password: true,
    second_factor: null,
    provider: null,
    passkey_origin: null,
    passkeys: [],
    confirmed_until: "2099-01-01T00:00:00Z",
    ...change,
  });

/** All that the profile of an account manager asks for. */
export const profileAnswers = {
  "rehash/seats": () => fakeSeats(),
  "rehash/business-account": () => fakeCompany(),
  "rehash/people": () => answer(listAccountPeople, PEOPLE),
  "rehash/bank-accounts": () => answer(listBankAccounts, { items: [BANK] }),
  "rehash/recipients": () => answer(listRecipients, { items: [] }),
  "rehash/fee-schedule": () => answer(getFeeSchedule, { items: [] }),
  "rehash/fee-agreement": () =>
    answer(getFeeAgreement, {
      version: 1,
      texts: [
        { language: "en", text: "Fees are paid.", text_hash: "a".repeat(64) },
        { language: "vi", text: "Phí được trả.", text_hash: "b".repeat(64) },
        { language: "zh", text: "费用已付。", text_hash: "c".repeat(64) },
      ],
      effective_from: "2026-01-01",
      accepted: null,
      next: null,
    }),
  "auth/security": () => fakeSecurity(),
};
