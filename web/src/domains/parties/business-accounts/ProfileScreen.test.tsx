import { getAdvancedFeatures } from "@heliograph/contract/parties/fees";
import { listCredits } from "@heliograph/contract/settlement/payments/payments";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import ProfileScreen from "./ProfileScreen.tsx";

freshBrowser();

const refused = () => refusal(500, "Internal error");

async function openProfile(query = "") {
  signedInAs("good");
  fakeServer({
    "rehash/seats": () => fakeSeats(),
    "auth/security": () => fakeSecurity(),
    "rehash/business-account": refused,
    "rehash/people": refused,
    "rehash/credits": () =>
      answer(listCredits, {
        credits: [{ currency: "USD", cents: 140 }],
        entries: [
          {
            at: "2026-10-03T00:00:00Z",
            currency: "USD",
            cents: -60,
            reason: "applied",
            invoice: "INV-P-2026-000002",
          },
          {
            at: "2026-10-02T00:00:00Z",
            currency: "USD",
            cents: 200,
            reason: "overpaid",
            invoice: "INV-P-2026-000001",
          },
        ],
      }),
    "rehash/advanced-features": () =>
      answer(getAdvancedFeatures, {
        record_uid: BUSINESS_ACCOUNT,
        number: "GS-2026-000001",
        status: "disabled",
        version: 1,
        created_at: "2026-10-01T00:00:00Z",
        changed_at: "2026-10-01T00:00:00Z",
        actions: [],
        next: null,
        timeline: [],
        second_person: null,
        is_enabled: false,
        sell_limit_cents: 0,
        credit_usage_cents: 0,
      }),
  });
  return renderAt(`/?account=${BUSINESS_ACCOUNT}${query}`, { "/": <ProfileScreen /> });
}

test("the profile has the tabs of the specification, Company Information first, and the address says which is open", async () => {
  const user = userEvent.setup();
  const router = await openProfile();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Company Information",
    "Fees Agreement & Payment Information",
    "Advanced Features",
  ]);
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Company Information");
  await user.click(screen.getByRole("tab", { name: "Advanced Features" }));
  expect(router.state.location.search).toContain("tab=features");
});

test("selling green certificates is Disabled with a limit and usage of USD 0.00 until it is granted", async () => {
  await openProfile("&tab=features");
  expect(await screen.findByText("Disabled")).toBeTruthy();
  expect(screen.getByText("Create Sell Order")).toBeTruthy();
  expect(screen.getAllByText("USD 0.00")).toHaveLength(2);
});

test("what was paid too much stands beside the fees, with what became of it", async () => {
  await openProfile("&tab=fees");
  const credit = within(await screen.findByRole("region", { name: "Credit balance" }));
  expect(await credit.findByText("USD 1.40")).toBeTruthy();
  expect(credit.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "Taken for INV-P-2026-0000022026-10-03 08:00:00 (GMT+8)USD −0.60",
    "Paid too much on INV-P-2026-0000012026-10-02 08:00:00 (GMT+8)USD 2.00",
  ]);
});
