// What tests of redemptions share: one of 60 MWh and its invoice, as the server answers.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import type { listRedemptionInvoices } from "@heliograph/contract/settlement/payments/payments";

export const REDEMPTION_ACCOUNT = "3f2504e0-4f89-41d3-9a0c-0305e82c3399";
export const REDEMPTION_RECORD = "0d6b6f2e-3a4e-4b43-9a55-4d6f3a0f7d11";
const INVOICE = "5f2c1f6e-52ab-4d55-8a39-0d4a4c1b2f10";
export const REDEEMED_CODE = "IREC-VN-D000123-202608-0001";
export const RANGE = {
  code: REDEEMED_CODE,
  first: 1,
  until: 61,
  channel: "exchange",
  from_day: "2026-08-01",
  to_day: "2026-08-31",
} as const;
export const FEE = {
  code: "RF-EX-IREC-OTH",
  fee_type: "REDEEM_EXCHANGE",
  currency: "EUR",
  rate: 800,
  is_configured: true,
  quantity: 60,
  total_cents: 480,
} as const;

const FRAME = {
  record_uid: REDEMPTION_RECORD,
  number: "RD-2026-000057",
  status: "approved",
  version: 2,
  created_at: "2026-10-28T08:04:22Z",
  changed_at: "2026-10-30T03:02:57Z",
  actions: [],
  next: { by: "trader", is_you: true, until: "2026-11-13T15:59:59Z", otherwise: "expire" },
  second_person: null,
} as const;

/** A redemption whose fee is not paid yet, as a trader of its account sees it. */
export const REDEMPTION = {
  ...FRAME,
  actions: [],
  timeline: [],
  registry: "IREC",
  country: "VN",
  fuel: "ES100",
  vintage: 2026,
  amount: 60,
  devices: [{ name: "Nhon Trach", location: "", province: "Dong Nai" }],
  completed_at: null,
  company_name: null,
  beneficiary_name: "Saigon Harbour Brewing JSC",
  beneficiary_registration_number: "",
  is_natural_person: false,
  beneficiary_country: "VN",
  beneficiary_address: "18 Tôn Thất Thuyết",
  redeems_for: "third_party",
  period_from: "2026-01-01",
  period_to: "2026-12-31",
  purpose: "Scope 2",
  acknowledged: [],
  ranges: [RANGE],
  fees: [FEE],
  waits_for_manager: false,
  returns: [],
  statement: null,
  replaced_statements: [],
  correction: null,
} satisfies Answer<typeof readRedemption>;

/** Its invoice. */
export const UNPAID = {
  ...FRAME,
  record_uid: INVOICE,
  number: "INV-P-2026-000226",
  status: "unpaid",
  actions: ["report"],
  next: { by: "trader", is_you: true, until: null, otherwise: null },
  quantity: 60,
  currency: "EUR",
  total_cents: 480,
  confirmed_cents: 0,
  credit_cents: 0,
  refunded_cents: 0,
  fee_codes: ["RF-EX-IREC-OTH"],
  issued_at: "2026-10-30T03:02:57Z",
  due_at: "2026-11-13T15:59:59Z",
  paid_at: null,
  reference: "RD2026000057",
  pay_to: null,
  payments: [],
} satisfies Answer<typeof listRedemptionInvoices>["invoices"][number];
