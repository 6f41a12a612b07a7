// The platform operator's desk of business accounts: what it decides, and what is refused.
import {
  BUSINESS_ACCOUNT_ORDERS,
  listBusinessAccounts,
} from "@heliograph/contract/parties/business-accounts";
import { getAdvancedFeatures } from "@heliograph/contract/parties/fees";
import { listAccountPeople, listIssuers } from "@heliograph/contract/parties/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeCompany, PEOPLE, profileAnswers } from "../../../../testing/parties-fakes.ts";
import { pressEachHead } from "../../../../testing/table-kit.ts";
import { BUSINESS_ACCOUNT, fakeProposal, fakeSeats } from "../../../../testing/registry-fakes.ts";
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

const sellingOf = (actions: string[]) => ({
  record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3330",
  number: "GS-2026-000001",
  status: "requested",
  version: 2,
  created_at: "2026-10-01T00:00:00Z",
  changed_at: "2026-10-01T00:00:00Z",
  actions,
  next: null,
  timeline: [],
  second_person: null,
  is_enabled: false,
  sell_limit_cents: 0,
  credit_usage_cents: 0,
});
const selling = () => answer(getAdvancedFeatures, sellingOf(["decline", "grant"]));

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

const PROPOSED = {
  ...sellingOf(["decline", "grant"]),
  second_person: fakeProposal("grant", { sell_limit_cents: 5_000_050 }),
};
const proposed = { "rehash/advanced-features": () => answer(getAdvancedFeatures, PROPOSED) };

test("R23: the second operator sees the limit that the first proposes and confirms it by its hash, without typing it", async () => {
  const done = { record_uid: PROPOSED.record_uid, number: PROPOSED.number, needs_second_person: false };
  const { received, user } = await openDesk(`?record=${BUSINESS_ACCOUNT}`, {
    ...proposed,
    "rehash/proposals/answers": () => Response.json({ ...done, status: "enabled", version: 3 }),
  });
  const part = within(await screen.findByRole("region", { name: "Proposed by a first person" }));
  expect(part.getByText("Minh Le proposed: Grant a sell limit")).toBeTruthy();
  expect(part.getByText("50,000.50")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Grant a sell limit" })).toBeNull();
  await user.click(part.getByRole("button", { name: "Confirm as the second person" }));
  expect(await screen.findByText("The sell limit has been set")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    entity: "a_kind",
    confirms: true,
    expected_version: 2,
    payload_hash: "ab".repeat(32),
  });
});

test("GEN-411: a second operator who confirms what lies there no longer is told so", async () => {
  const message = "The first person asked for something else. Reload and compare.";
  const { user } = await openDesk(`?record=${BUSINESS_ACCOUNT}`, {
    ...proposed,
    "rehash/proposals/answers": () => refusal(409, message, { code: "GEN-411" }),
  });
  await user.click(await screen.findByRole("button", { name: "Confirm as the second person" }));
  expect(await screen.findByText(new RegExp(message))).toBeTruthy();
});

test("what a first operator proposes is set aside with a reason of 10 characters, and not without", async () => {
  const done = { record_uid: PROPOSED.record_uid, number: PROPOSED.number, needs_second_person: false };
  const { received, user } = await openDesk(`?record=${BUSINESS_ACCOUNT}`, {
    ...proposed,
    "rehash/proposals/answers": () => Response.json({ ...done, status: "requested", version: 2 }),
  });
  await user.click(await screen.findByRole("button", { name: "Set aside" }));
  const window = within(await screen.findByRole("dialog"));
  await user.click(window.getByRole("button", { name: "Set aside" }));
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
  await user.type(window.getByLabelText("Reason"), "Nothing was sold yet");
  await user.click(window.getByRole("button", { name: "Set aside" }));
  await waitFor(() =>
    expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({
      confirms: false,
      reason: "Nothing was sold yet",
    }),
  );
});

test("whoever proposed something confirms nothing, and may take it back", async () => {
  const mine = { ...PROPOSED, second_person: { ...PROPOSED.second_person, by_you: true } };
  await openDesk(`?record=${BUSINESS_ACCOUNT}`, {
    "rehash/advanced-features": () => answer(getAdvancedFeatures, mine),
  });
  expect(await screen.findByRole("button", { name: "Take back" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Confirm as the second person" })).toBeNull();
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

test("the list of accounts is put in order by each of its columns on the server, searched, and saved as a file", async () => {
  const { received, user } = await openDesk();
  await screen.findByRole("row", { name: /Xanh Energy JSC/ });
  await pressEachHead(user);
  const wanted = new Set(received.flatMap(({ query }) => query.get("order_by") ?? []));
  expect([...wanted]).toEqual([...BUSINESS_ACCOUNT_ORDERS]);
  await user.type(screen.getByRole("searchbox"), "xanh{Enter}");
  expect(received.at(-1)?.query.get("search")).toBe("xanh");
  expect(screen.getByRole("button", { name: "Save the list as a file" })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Last changed GMT+8" })).toBeTruthy();
});
