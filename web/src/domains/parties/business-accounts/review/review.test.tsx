// The platform operator's desk of business accounts: what it decides, and what is refused.
import { listBusinessAccounts } from "@heliograph/contract/parties/business-accounts";
import { getAdvancedFeatures } from "@heliograph/contract/parties/fees";
import { listAccountPeople, listIssuers } from "@heliograph/contract/parties/roles";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeCompany, PEOPLE, profileAnswers } from "../../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats } from "../../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  rulesBroken,
  refusal,
  renderAt,
  signedInAs,
} from "../../../../testing/test-kit.tsx";
import ProfileScreen from "../ProfileScreen.tsx";

freshBrowser();

const selling = () =>
  answer(getAdvancedFeatures, {
    record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3330",
    number: "GS-2026-000001",
    status: "requested",
    version: 2,
    created_at: "2026-10-01T00:00:00Z",
    changed_at: "2026-10-01T00:00:00Z",
    actions: ["decline", "grant"],
    next: null,
    timeline: [],
    second_person: { action: "grant", asked_at: "2026-10-01T00:00:00Z", by_you: false },
    is_enabled: false,
    sell_limit_cents: 0,
    credit_usage_cents: 0,
  });

const operatorAnswers = {
  ...profileAnswers,
  "rehash/seats": () => fakeSeats({ accounts: [], is_platform_operator: true }),
  "rehash/business-account": () => fakeCompany({ actions: ["suspend", "close"] }),
  "rehash/people": () => answer(listAccountPeople, PEOPLE),
  "rehash/advanced-features": selling,
  "rehash/issuers": () => answer(listIssuers, { items: [] }),
  "rehash/business-accounts": () =>
    answer(listBusinessAccounts, {
      items: [
        {
          record_uid: BUSINESS_ACCOUNT,
          number: "BA-2026-000001",
          company_name: "Xanh Energy JSC",
          country: "VN",
          trade_account_id: null,
          status: "under_review",
          version: 2,
          changed_at: "2026-10-01T00:00:00Z",
        },
      ],
      total_items: 1,
      tab_counts: { all: 1, under_review: 1 },
    }),
};

async function openDesk(query = "", more: Readonly<Record<string, () => Response>> = {}) {
  signedInAs("good");
  const received = fakeServer({ ...operatorAnswers, ...more });
  await renderAt(`/${query}`, { "/": <ProfileScreen /> });
  return { received, user: userEvent.setup() };
}

test("a platform operator finds the accounts that were submitted, with their state", async () => {
  await openDesk();
  const row = await screen.findByRole("row", { name: /Xanh Energy JSC/ });
  expect(row.textContent).toContain("Under Review");
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Accounts",
    "Bank accounts to verify",
    "Issuers",
    "Fee rules",
  ]);
});

test("an account is suspended with a reason of 10 characters at least, and not without", async () => {
  const { received, user } = await openDesk(`?record=${BUSINESS_ACCOUNT}`, {
    "rehash/business-account/actions": () =>
      Response.json({
        record_uid: BUSINESS_ACCOUNT,
        number: "BA-2026-000001",
        status: "suspended",
        version: 4,
        needs_second_person: false,
      }),
  });
  await user.click(await screen.findByRole("button", { name: "Suspend" }));
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Reason for the account"), "short");
  await user.click(window.getByRole("button", { name: "Suspend" }));
  const commands = () => received.filter(({ method }) => method === "POST");
  expect(commands()).toEqual([]);
  await user.type(window.getByLabelText("Reason for the account"), " but long enough");
  await user.click(window.getByRole("button", { name: "Suspend" }));
  expect(await screen.findByText("The account has been suspended")).toBeTruthy();
  expect(commands().map(({ body }) => body)).toMatchObject([
    { action: "suspend", reason: "short but long enough", expected_version: 3 },
  ]);
});

test("GSL-001: a grant without a limit is refused beside the limit, with its code and message", async () => {
  const rule = { code: "GSL-001", message: "Say the sell limit.", field: "body.sell_limit_cents" };
  const { user } = await openDesk(`?record=${BUSINESS_ACCOUNT}`, {
    "rehash/advanced-features/actions": () => rulesBroken(rule),
  });
  await user.click(await screen.findByRole("button", { name: "Grant a sell limit" }));
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Sell limit in USD"), "50000");
  await user.click(window.getByRole("button", { name: "Set the limit" }));
  expect(await window.findByText("GSL-001 Say the sell limit.")).toBeTruthy();
});

test("GEN-411: the second operator who states another sell limit is told so, and none is sent where none is stated", async () => {
  const message = "The first person asked for something else. Reload and compare.";
  const { received, user } = await openDesk(`?record=${BUSINESS_ACCOUNT}`, {
    "rehash/advanced-features/actions": () => refusal(409, message, { code: "GEN-411" }),
  });
  expect(await screen.findByText("Another operator has asked for it; you confirm.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Grant a sell limit" }));
  const window = within(await screen.findByRole("dialog"));
  await user.click(window.getByRole("button", { name: "Set the limit" }));
  expect(await window.findByText("Please fill this in")).toBeTruthy();
  await user.type(window.getByLabelText("Sell limit in USD"), "50000.5");
  await user.click(window.getByRole("button", { name: "Set the limit" }));
  expect(await screen.findByText(`GEN-411 ${message}`)).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    action: "grant",
    sell_limit_cents: 5_000_050,
  });
});

test.each([
  [422, "ACC-009", "Nobody has an account with this address."],
  [403, "AUTH-003", "This person has a role that excludes this one, or left it less than 90 days ago."],
])("%i %s: naming an issuer is refused with its code and message", async (status, code, message) => {
  signedInAs("good");
  fakeServer({
    ...operatorAnswers,
    "rehash/issuers": ({ method }) =>
      method === "GET" ? answer(listIssuers, { items: [] }) : refusal(status, message, { code }),
  });
  await renderAt("/?tab=issuers", { "/": <ProfileScreen /> });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Name an issuer" }));
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Their e-mail address"), "minh@test.example");
  await user.click(window.getByRole("button", { name: "Name an issuer" }));
  expect(await screen.findByText(`${code} ${message}`)).toBeTruthy();
});
