import { getSecurity } from "@heliograph/contract/identity/security";
import { listRecipients } from "@heliograph/contract/parties/recipients";
import {
  listRedeemable,
  moveRedemption,
  previewRedemption,
  readRedemption,
} from "@heliograph/contract/registry/redemption/redemptions";
import { listRedemptionInvoices } from "@heliograph/contract/settlement/payments/payments";
import { answerProposal } from "@heliograph/contract/parties/proposals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  REDEEMED_CODE as CODE,
  FEE,
  RANGE,
  REDEMPTION,
  REDEMPTION_ACCOUNT as ACCOUNT,
  REDEMPTION_RECORD as RECORD,
} from "../../../testing/redemption-fakes.ts";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { REDEMPTION_WAYS } from "../../../testing/redemption-ways.tsx";
import { fakeProposal } from "../../../testing/registry-fakes.ts";
import { RedemptionScreen } from "./RedemptionScreen.tsx";

freshBrowser();

/** Everything that can be wrong with a claim at once, as the server says it. */
const FAULTS = [
  {
    code: "RED-003",
    message: "You hold 60 MWh available of this vintage; 70 MWh are needed.",
    params: { available: 60, needed: 70 },
    field: "body.amount",
  },
  {
    code: "RED-004",
    message: "The certificates (VN) are outside the market of the consumption (SG).",
    params: { country: "VN", consumed: "SG" },
    field: "body.beneficiary_country",
  },
  {
    code: "RED-005",
    message: "Production 2026-08-01 – 2026-08-31 does not fit the reporting period 2020-01-01 – 2020-12-31.",
    params: { production: "2026-08-01 – 2026-08-31", reporting: "2020-01-01 – 2020-12-31" },
    field: "body.period_from",
  },
  {
    code: "RED-007",
    message: "Your TIGR account type does not allow redemption for others.",
    field: "body.redeems_for",
  },
  {
    code: "RED-009",
    message: "The chosen ranges are 60 MWh and must be available; the amount is 70 MWh.",
    params: { chosen: 60, amount: 70 },
    field: "body.ranges",
  },
];

const AGREEMENT = {
  code: "FEE-002",
  message: "Accept version 2 of the fee agreement first.",
  params: { version: 2 },
};

async function openForm(errors: GuardError[], needs_countersign = false) {
  signedInAs("good");
  const received = fakeServer({
    "rehash/redemptions/redeemable": () =>
      answer(listRedeemable, {
        items: [{ registry: "IREC", country: "VN", fuel: "ES100", vintage: 2026, available: 60 }],
      }),
    "rehash/redemptions/preview": () =>
      answer(previewRedemption, {
        available: 60,
        redeemable: [RANGE],
        redeemable_count: 1,
        taken: [RANGE],
        fees: [FEE],
        errors,
        needs_countersign,
      }),
    "rehash/recipients": () => answer(listRecipients, { items: [] }),
  });
  await renderAt(`/x?account=${ACCOUNT}&record=new&product=IREC.VN.ES100.2026&ranges=${CODE}:1-60`, {
    "/x": <RedemptionScreen record="new" />,
  });
  return received;
}

test("the form shows every rule that is broken at once, by its code and message, and sends nothing while one is", async () => {
  const user = userEvent.setup();
  const received = await openForm(FAULTS);
  const checks = await screen.findByRole("list", { name: "Checks" });
  await waitFor(() => {
    for (const { code, message } of FAULTS) {
      expect(within(checks).getByText(code).closest("li")?.textContent).toContain(message);
    }
  });
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  expect(document.activeElement?.getAttribute("data-state")).toBe("failed");
  expect(received.some(({ path }) => path === "rehash/redemptions")).toBe(false);
});

test("FEE-002: where the agreement on fees is not accepted the form says so, with the way to it", async () => {
  const received = await openForm([AGREEMENT]);
  const checks = await screen.findByRole("list", { name: "Checks" });
  const line = (await within(checks).findByText("FEE-002")).closest("li");
  expect(line?.textContent).toContain(AGREEMENT.message);
  const way = within(checks).getByRole("link", { name: "Open the fee agreement" });
  expect(way.getAttribute("href")).toBe(`/rehash/business-account-profile?account=${ACCOUNT}&tab=fees`);
  await userEvent.click(screen.getByRole("button", { name: /^Submit/ }));
  expect(received.some(({ path }) => path === "rehash/redemptions")).toBe(false);
});

test("R38: lots that the address names are chosen, and their fee is shown as one sum before anything is sent", async () => {
  await openForm([]);
  const fees = await screen.findByRole("list", { name: "Fee" });
  expect(fees.textContent).toContain("60 MWh acquired through the exchange");
  expect(fees.textContent).toContain("EUR 4.80");
  expect(screen.getByRole("checkbox", { name: `${CODE} : 1–60` })).toHaveProperty("checked", true);
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "60");
});

test("R29: who submits reads beforehand that an account manager confirms so much, and only then is the request approved", async () => {
  await openForm([], true);
  expect(await screen.findByText("An account manager confirms this amount")).toBeTruthy();
  cleanup();
  await REDEMPTION_WAYS.countersign(() => refusal(422, "It changed meanwhile"));
  expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
});

test("R28: an approval asks for the password of who has not given it lately, and sends nothing where it is not given", async () => {
  const received = await REDEMPTION_WAYS.approve(() => refusal(422, "It changed meanwhile"), {
    confirmed_until: null,
  });
  const asked = within(await screen.findByRole("dialog", { name: "Confirm that it is you" }));
  expect(asked.getByLabelText("Password")).toHaveProperty("type", "password");
  await userEvent.click(asked.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(received.filter(({ path }) => path === moveRedemption.path)).toEqual([]);
});

const ASKED = {
  beneficiary_name: "Sài Gòn Harbour Brewing JSC",
  beneficiary_address: "20 Tôn Thất Thuyết",
};
const [OLD, NOW] = ["0".repeat(26), "1".repeat(26)];

/** A completed record whose correction a first person has asked for; it is done when it is asked for again. */
async function openCompleted() {
  signedInAs("good");
  const completed: Parameters<typeof answer<typeof readRedemption>>[1] = {
    ...REDEMPTION,
    status: "completed",
    next: null,
    completed_at: "2026-10-30T03:02:57Z",
    statement: { key: OLD, state: "ready" },
    actions: ["correct"],
    second_person: fakeProposal("correct", { correction: ASKED }),
    correction: { until: "2026-10-31T03:02:57Z" },
  };
  const corrected: typeof completed = {
    ...completed,
    ...ASKED,
    version: 3,
    statement: { key: NOW, state: "ready" },
    replaced_statements: [{ key: OLD, replaced_at: "2026-10-30T05:00:00Z" }],
    second_person: null,
    correction: null,
  };
  let shown = completed;
  const received = fakeServer({
    "auth/security": () =>
      answer(getSecurity, {
        has_password: true,
        confirmed_until: new Date(Date.now() + 600_000).toISOString(),
        passkey_origin: null,
        passkeys: [],
        second_factor: null,
        provider: null,
      }),
    "rehash/redemption": () => answer(readRedemption, shown),
    "rehash/redemption/invoices": () =>
      answer(listRedemptionInvoices, { fees: [], credits: [], invoices: [] }),
    "rehash/proposals/answers": () => {
      shown = corrected;
      const { record_uid, number, status, version } = corrected;
      return answer(answerProposal, { record_uid, number, status, version, needs_second_person: false });
    },
  });
  await renderAt(`/x?record=${RECORD}`, { "/x": <RedemptionScreen record={RECORD} /> });
  return received;
}

test("R44: who is second finds what the first asked to correct, confirms exactly that, and the statement that was replaced is listed", async () => {
  const user = userEvent.setup();
  const received = await openCompleted();
  expect(
    await screen.findByText(
      "Spelling and address of the beneficiary may be corrected until 2026-10-31 11:02:57 (GMT+8).",
    ),
  ).toBeTruthy();
  const part = within(screen.getByRole("region", { name: "Proposed by a first person" }));
  expect(part.getByText(ASKED.beneficiary_name)).toBeTruthy();
  expect(part.getByText(ASKED.beneficiary_address)).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Confirm as the second person" }));
  const before = await screen.findByRole("list", { name: "Statements before" });
  expect(before.textContent).toContain(`${OLD} replaced on 2026-10-30 13:00:00 (GMT+8)`);
  const sent = received.find(({ path }) => path === "rehash/proposals/answers");
  expect(sent?.body).toMatchObject({ confirms: true, payload_hash: "ab".repeat(32), expected_version: 2 });
  expect(screen.queryByRole("button", { name: "Correct the beneficiary" })).toBeNull();
});
