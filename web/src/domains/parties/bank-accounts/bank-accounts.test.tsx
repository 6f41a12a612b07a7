// Bank accounts as their account's people and platform operators see them: who acts next, what happened, two persons.
import { listBankAccounts } from "@heliograph/contract/parties/bank-accounts";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { BANK, fakeCompany, profileAnswers } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT, fakeProposal, fakeSeats } from "../../../testing/registry-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import ProfileScreen from "../business-accounts/ProfileScreen.tsx";

freshBrowser();

type Bank = typeof BANK;
const event = (action: string, more: Partial<Bank["timeline"][number]> = {}) => ({
  at: "2026-10-02T00:00:00Z",
  action,
  from_status: null,
  to_status: "pending_verification",
  role: "account_manager" as const,
  person: "Hoa Pham",
  reason: null,
  ...more,
});
const PENDING: Bank = {
  ...BANK,
  status: "pending_verification",
  actions: [],
  next: { by: "platform_operator", is_you: false, until: "2026-10-09T15:59:59.999Z", otherwise: null },
  timeline: [event("create")],
};

const open = async (bank: Bank, isOperator = false) => {
  signedInAs("good");
  const received = fakeServer({
    ...profileAnswers,
    ...(isOperator ? { "rehash/seats": () => fakeSeats({ accounts: [], is_platform_operator: true }) } : {}),
    "rehash/business-account": () => fakeCompany(),
    "rehash/bank-accounts": () => answer(listBankAccounts, { items: [bank] }),
    "rehash/bank-accounts/actions": () =>
      Response.json({ ...bank, version: bank.version + 1, needs_second_person: bank.second_person === null }),
  });
  const query = isOperator ? "?tab=banks" : `?account=${BUSINESS_ACCOUNT}&tab=fees`;
  await renderAt(`/${query}`, { "/": <ProfileScreen /> });
  return { received, user: userEvent.setup() };
};

test("a bank account says who acts next until when, and shows what happened to it", async () => {
  await open(PENDING);
  expect(await screen.findByText("Two platform operators verify the bank account")).toBeTruthy();
  expect(screen.getByText("answer by 2026-10-09 (GMT+8)")).toBeTruthy();
  const history = screen.getByRole("list", { name: "What happened to USD · Vietcombank", hidden: true });
  expect(within(history).getByText("Added", { exact: false }).textContent).toContain("Added");
  expect(within(history).getByText("2026-10-02 08:00:00 (GMT+8) · Hoa Pham")).toBeTruthy();
});

test("a bank account that was rejected says why, and that its manager acts", async () => {
  const reason = "The bank does not know it";
  await open({
    ...BANK,
    status: "rejected",
    next: { by: "account_manager", is_you: true, until: null, otherwise: null },
    timeline: [event("reject", { role: "platform_operator", person: null, reason })],
  });
  expect(await screen.findByText("You change the bank account, and it is verified again")).toBeTruthy();
  expect(screen.getByText(`Reason: ${reason}`)).toBeTruthy();
});

test("an operator rejects a bank account as the first of two, and who asked for it does not confirm it", async () => {
  const { received, user } = await open(PENDING, true);
  await user.click(await screen.findByRole("button", { name: /^Reject Xanh/ }));
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Reason for the account"), "The bank does not know it");
  await user.click(window.getByRole("button", { name: "Reject the bank account" }));
  expect(await screen.findByText("Noted: a second platform operator confirms it")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({ action: "reject" });
});

test.each([
  [true, "You proposed: Reject", []],
  [false, "Minh Le proposed: Reject", ["Confirm as the second person"]],
])(
  "where one of two has asked for the rejection (by whom looks: %s), the other's turn is said",
  async (by_you, said, buttons) => {
    await open(
      { ...PENDING, actions: ["verify", "reject"], second_person: fakeProposal("reject", {}, { by_you }) },
      true,
    );
    expect(await screen.findByText(said, { exact: false })).toBeTruthy();
    const names = (await screen.findAllByRole("button")).map(({ textContent }) => textContent);
    expect(names.filter((name) => name?.startsWith("Confirm as"))).toEqual(buttons);
    expect(screen.queryByRole("button", { name: /^Verify Xanh/ })).toBeNull();
  },
);
