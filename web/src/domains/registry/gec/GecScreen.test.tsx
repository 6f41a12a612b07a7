import { getSecurity } from "@heliograph/contract/identity/security";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { readGecRedemption } from "@heliograph/contract/registry/gec/gec-redemptions";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { GecScreen } from "./GecScreen.tsx";

freshBrowser();

const RECORD = "3f2504e0-4f89-41d3-9a0c-0305e82c3377";
const SHA256 = "ab".repeat(32);
const AT = "2026-11-03T02:24:36.000Z";

/** A redemption for which the seller has to hand certificates over. */
const record = (change: object = {}) =>
  answer(readGecRedemption, {
    record_uid: RECORD,
    number: "GR-2026-000001",
    status: "pending_seller_upload_certificate",
    status_before: null,
    version: 3,
    created_at: AT,
    changed_at: AT,
    completed_at: null,
    actions: ["upload_certificates"],
    next: { by: "trader", of: "seller", is_you: true, until: AT, otherwise: null },
    timeline: [],
    second_person: null,
    registry: "GEC",
    side: "seller",
    buyer_name: "Buyer Ltd",
    seller_name: "Seller Ltd",
    device_name: "Gansu Wind",
    device_code: "GANSU7",
    fuel: "ES200",
    location: "Jiuquan",
    province: "Gansu",
    vintages: [],
    beneficiary_name: null,
    redeems_for: null,
    quantity: 100,
    price_cents: 105,
    consumer: null,
    lots: [],
    returned_lots: [],
    files: [
      {
        evidence_uid: RECORD,
        kind: "certificate",
        name: "certificates.pdf",
        size_bytes: 9,
        sha256: SHA256,
        at: AT,
      },
    ],
    credit: null,
    ...change,
  });

/** The page of a redemption whose every action is refused with the rules. */
async function openRefused(errors: readonly GuardError[], change: object = {}) {
  signedInAs("good");
  const [first] = errors;
  const asked = fakeServer({
    "rehash/gec-redemption": () => record(change),
    "auth/security": () =>
      answer(getSecurity, {
        has_password: true,
        confirmed_until: new Date(Date.now() + 600_000).toISOString(),
        passkey_origin: null,
        passkeys: [],
        second_factor: null,
        provider: null,
      }),
    "rehash/gec-redemptions/actions": () =>
      Response.json(
        {
          type: "/problems/refused",
          title: "Refused",
          status: 422,
          message: first?.message,
          code: first?.code,
          errors,
        },
        { status: 422 },
      ),
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <GecScreen record={RECORD} /> });
  return asked;
}

const month = "2026-10";
const CASES: readonly GuardError[] = [
  { code: "GEC-002", message: "90 certificate numbers for 100 MWh.", params: { n: 90, q: 100 } },
  {
    code: "GEC-003",
    message: "Certificate numbers GEC-A 1–100 are already registered here.",
    params: { series: "GEC-A", from: 1, to: 100 },
  },
  { code: "GEC-004", message: `Generation of ${month} is more than 2 years ago.`, params: { month } },
  { code: "GEC-005", message: `Generation of ${month} is already certified here.`, params: { month } },
  { code: "GEC-007", message: `Generation of ${month} is not over yet.`, params: { month } },
  { code: "GEC-009", message: "Upload the certificates as a PDF first.", params: { file: "certificate" } },
  { code: "ORD-017", message: "Green certificates can be sold only once." },
];

test("GEC-002 to GEC-009 and ORD-017: every rule that the certificates break stands on the page with code and message", async () => {
  const asked = await openRefused(CASES);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/Month of generation/), month);
  await user.type(screen.getByLabelText(/Series/), "GEC-A");
  await user.type(screen.getByLabelText(/First number/), "1");
  await user.type(screen.getByLabelText(/Last number/), "100");
  await user.click(screen.getByRole("button", { name: "Hand over the certificates" }));
  const alert = await screen.findByRole("alert");
  for (const { code, message } of CASES) {
    expect(within(alert).getByText(code)).toBeTruthy();
    expect(within(alert).getByText(message)).toBeTruthy();
  }
  expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({
    action: "upload_certificates",
    expected_version: 3,
    file_sha256: SHA256,
    certificates: { device_code: "GANSU7", lots: [{ month, series: "GEC-A", first: 1, until: 101 }] },
  });
});

test("numbers that went back to the seller stand in the form, and are sent as they were", async () => {
  const lots = [
    { month, series: "GEC-A", first: 1, until: 61 },
    { month: "2026-09", series: "GEC-B", first: 5, until: 45 },
  ];
  const asked = await openRefused(CASES.slice(0, 1), { returned_lots: lots });
  const user = userEvent.setup();
  expect(
    (await screen.findAllByLabelText(/Series/)).map((field) => (field as HTMLInputElement).value),
  ).toEqual(["GEC-A", "GEC-B"]);
  expect(screen.getAllByLabelText(/Last number/)[1]).toHaveProperty("value", "44");
  await user.click(screen.getByRole("button", { name: "Hand over the certificates" }));
  await screen.findByRole("alert");
  expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({ certificates: { lots } });
});

test("GEC-001 and GEC-006: what is wrong with the consumer stands on the buyer's page", async () => {
  const errors = [
    { code: "GEC-001", message: "Enter a valid unified social credit code of 18 characters." },
    { code: "GEC-006", message: "The period must not end before it begins." },
  ];
  const consumer = {
    beneficiary_name: "Works",
    consumer_code: "X",
    gec_account: "A",
    consumer_province: "Gansu",
    redeems_for: "own_consumption",
    period_from: "2026-02-01",
    period_to: "2026-01-01",
    purpose: "Scope 2",
  };
  await openRefused(errors, {
    status: "pending_buyer_input",
    actions: ["give_consumer"],
    side: "buyer",
    next: { by: "trader", of: "buyer", is_you: true, until: AT, otherwise: null },
    consumer,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Send to the seller" }));
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText("GEC-001")).toBeTruthy();
  expect(within(alert).getByText("The period must not end before it begins.")).toBeTruthy();
});

test("GEC-008 and GEC-009: an operator is told why a purchase is not confirmed", async () => {
  const errors = [
    { code: "GEC-008", message: "Name two different active accounts, both of a demonstration or neither." },
    { code: "GEC-009", message: "Upload the file that this rests on first.", params: { file: "purchase" } },
  ];
  const files = [
    { evidence_uid: RECORD, kind: "purchase", name: "agreement.pdf", size_bytes: 9, sha256: SHA256, at: AT },
  ];
  const change = { status: "recorded", actions: ["confirm", "withdraw"], side: null, files };
  await openRefused(errors, { ...change, credit: { used_cents: 10_500, limit_cents: 0 } });
  await userEvent.click(await screen.findByRole("button", { name: "Confirm the purchase" }));
  const alert = await screen.findByRole("alert");
  for (const { code, message } of errors) {
    expect(within(alert).getByText(code)).toBeTruthy();
    expect(within(alert).getByText(message)).toBeTruthy();
  }
  expect(screen.getByText("Credit of the seller: USD 105.00 used of USD 0.00")).toBeTruthy();
});

test("whoever has no part now sees whose turn it is and no step, and a closed one keeps the state that it had", async () => {
  await openRefused([], { actions: [], next: null, status: "closed", status_before: "in_progress" });
  expect(await screen.findByText("In-Progress")).toBeTruthy();
  expect(screen.getByText("Closed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Hand over the certificates" })).toBeNull();
});
