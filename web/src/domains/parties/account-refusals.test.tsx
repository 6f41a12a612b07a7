// Every rule of business accounts, as whoever breaks it reads it.
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeCompany, PEOPLE, profileAnswers } from "../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats, seatIn } from "../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderAt,
  signedInAs,
  type ReceivedRequest,
} from "../../testing/test-kit.tsx";
import { listAccountPeople } from "@heliograph/contract/parties/roles";
import ProfileScreen from "./business-accounts/ProfileScreen.tsx";
import AccountInvitationScreen from "./roles/AccountInvitationScreen.tsx";

freshBrowser();

/** A refusal with its code, as the server sends rules of records. */
const broken = (status: number, code: string, message: string, params = {}) => {
  const body = { type: `/problems/${code}`, title: message, status, code, message };
  return Response.json({ ...body, errors: [{ code, message, params }] }, { status });
};

type Answers = Readonly<Record<string, (received: ReceivedRequest) => Response>>;

/** The server's answers, of which calls that write at a path are refused. */
function refusing(path: string, refusal: () => Response, more: Answers = {}): Answers {
  const answers: Answers = { ...profileAnswers, ...more };
  const read = answers[path];
  return {
    ...answers,
    [path]: (received) => (received.method === "GET" && read !== undefined ? read(received) : refusal()),
  };
}

async function openProfile(answers: Answers, query = "") {
  signedInAs("good");
  const received = fakeServer(answers);
  await renderAt(`/?account=${BUSINESS_ACCOUNT}${query}`, { "/": <ProfileScreen /> });
  return { received, user: userEvent.setup() };
}

const DRAFT = {
  status: "draft",
  actions: ["submit"],
  next: { by: "account_manager" as const, is_you: true, until: null, otherwise: null },
};

const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));

test.each([
  ["ACC-001", "A company with this registration number has an account already."],
  ["GEN-409", "This record was changed by someone else. Reload and try again."],
])("%s: a submission is refused with its code and message", async (code, message) => {
  const { user } = await openProfile(
    refusing("rehash/business-account/actions", () => broken(422, code, message), {
      "rehash/business-account": () => fakeCompany(DRAFT),
    }),
  );
  await press(user, "Submit for review");
  expect(await screen.findByText(`${code} ${message}`)).toBeTruthy();
});

test("ACC-003: what is missing is named by the labels of the form", async () => {
  const names = "English name, contact number, account type";
  const { user } = await openProfile(
    refusing(
      "rehash/business-account/actions",
      () => broken(422, "ACC-003", `Fill in: ${names}.`, { names }),
      { "rehash/business-account": () => fakeCompany(DRAFT) },
    ),
  );
  await press(user, "Submit for review");
  expect(
    await screen.findByText("ACC-003 Fill in: Company English name, Contact number, Account type."),
  ).toBeTruthy();
});

test("ACC-010: an account that holds certificates or owes is not closed", async () => {
  const params = { certificates: 843, invoices: 2 };
  const message = "Move 843 certificates and settle 2 invoices first.";
  const { user } = await openProfile(
    refusing("rehash/business-account/actions", () => broken(422, "ACC-010", message, params)),
  );
  await press(user, "Close the account");
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Close the account" }),
  );
  expect(await screen.findByText(`ACC-010 ${message}`)).toBeTruthy();
});

test("ACC-002: who has five drafts begins no other", async () => {
  const message = "You have 5 drafts of business accounts already.";
  const { user } = await openProfile(
    refusing("rehash/business-accounts", () => broken(422, "ACC-002", message)),
    "&record=new",
  );
  await user.type(screen.getByLabelText("Company name"), "Xanh");
  await press(user, "Begin the application");
  expect(await screen.findByText(`ACC-002 ${message}`)).toBeTruthy();
});

test("ACC-005: the last account manager cannot leave", async () => {
  const message = "The last account manager cannot leave.";
  const { user } = await openProfile(refusing("rehash/people", () => broken(422, "ACC-005", message)));
  await press(user, "Leave the account");
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Leave the account" }),
  );
  expect(await screen.findByText(`ACC-005 ${message}`)).toBeTruthy();
});

test("ACC-006: an account has at most 100 open invitations", async () => {
  const message = "This account has 100 open invitations already.";
  const { user } = await openProfile(refusing("rehash/invitations", () => broken(409, "ACC-006", message)));
  await press(user, "Invite a person");
  await user.type(await screen.findByLabelText("Their e-mail address"), "minh@test.example");
  await press(user, "Make the invitation link");
  expect(await screen.findByText(`ACC-006 ${message}`)).toBeTruthy();
});

test("AUTH-006: whoever invited an account manager does not confirm it", async () => {
  const message = "A second person must confirm this.";
  const invitation = {
    invitation_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3320",
    email: "new@xanh.example",
    role: "account_manager" as const,
    invited_by: "Hoa Pham",
    expires_at: "2099-01-01T00:00:00Z",
    needs_second_person: true,
  };
  const { user } = await openProfile(
    refusing("rehash/invitations/confirm", () => broken(403, "AUTH-006", message), {
      "rehash/people": () => answer(listAccountPeople, { ...PEOPLE, invitations: [invitation] }),
    }),
  );
  await press(user, "Confirm the invitation of new@xanh.example");
  expect(await screen.findByText(`AUTH-006 ${message}`)).toBeTruthy();
});

test("BNK-001, BNK-002, BNK-003: the form of a bank account says all rules that are broken at once, and sends nothing", async () => {
  const { user, received } = await openProfile(profileAnswers, "&tab=fees");
  await press(user, "Add a bank account");
  await user.type(await screen.findByLabelText("Bank name"), "Vietcombank");
  await user.type(screen.getByLabelText("Account holder"), "Moon Ltd");
  await user.type(screen.getByLabelText("SWIFT code"), "DEUTDE");
  expect(screen.getByText("Banks of this country use IBANs: it begins with DE.")).toBeTruthy();
  await user.type(screen.getByLabelText("IBAN or account number"), "DE88 3704 0044 0532 0130 00");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add a bank account" }));
  expect(await screen.findByText("BNK-001 The IBAN is not valid.")).toBeTruthy();
  expect(screen.getByText("BNK-002 The SWIFT code is not valid.")).toBeTruthy();
  expect(screen.getByText("BNK-003 The account must be in the company's name.")).toBeTruthy();
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
});

test("BNK-010: an account has at most 20 bank accounts", async () => {
  const message = "An account may have 20 bank accounts.";
  const { user } = await openProfile(
    refusing("rehash/bank-accounts", () => broken(422, "BNK-010", message)),
    "&tab=fees",
  );
  await press(user, "Add a bank account");
  await user.type(await screen.findByLabelText("Bank name"), "Vietcombank");
  await user.type(screen.getByLabelText("Account holder"), "Green Energy");
  await user.type(screen.getByLabelText("SWIFT code"), "BFTVVNVX");
  await user.type(screen.getByLabelText("IBAN or account number"), "0071 0055");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add a bank account" }));
  expect(await screen.findByText(`BNK-010 ${message}`)).toBeTruthy();
});

test("BNK-011: a change of a bank account that says nothing new is refused with its code and message", async () => {
  const message = "Say what is changed.";
  const { user } = await openProfile(
    refusing("rehash/bank-accounts/actions", () => broken(422, "BNK-011", message)),
    "&tab=fees",
  );
  await press(user, "Change USD · Vietcombank");
  const form = within(await screen.findByRole("dialog"));
  await user.click(form.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText(`BNK-011 ${message}`)).toBeTruthy();
});

test("RCP-001: an account has at most 1000 recipients", async () => {
  const message = "An account may have 1000 recipients.";
  const { user } = await openProfile(
    refusing("rehash/recipients", () => broken(422, "RCP-001", message)),
    "&tab=fees",
  );
  await press(user, "Add a recipient");
  await user.type(await screen.findByLabelText("Recipient name"), "Rice Mill");
  await user.type(screen.getByLabelText("City of the recipient"), "Can Tho");
  await user.type(screen.getByLabelText("Street and number"), "1 Main Street");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add a recipient" }));
  expect(await screen.findByText(`RCP-001 ${message}`)).toBeTruthy();
});

test("FEE-001: an agreement that has changed since it was shown is not accepted", async () => {
  const message = "The agreement has changed. Read it again.";
  const { user } = await openProfile(
    refusing("rehash/fee-agreement", () => broken(409, "FEE-001", message)),
    "&tab=fees",
  );
  await press(user, "Accept version 1");
  expect(await screen.findByText(`FEE-001 ${message}`)).toBeTruthy();
});

const TOKEN = "a".repeat(43);
const invited = () =>
  Response.json({
    company_name: "Xanh Energy JSC",
    role: "trader",
    email: "minh@test.example",
    expires_at: "2099-01-01T00:00:00Z",
    needs_second_person: false,
  });

test.each([
  [403, "ACC-008", "This invitation is for another e-mail address."],
  [404, "ACC-007", "This invitation is not valid, or not any more."],
  [403, "AUTH-003", "This person has a role that excludes this one, or left it less than 90 days ago."],
  [403, "AUTH-004", "An issuer cannot act for a trading account."],
  [403, "AUTH-006", "A second person must confirm this."],
])("%i %s: an invitation is refused with its code and message", async (status, code, message) => {
  signedInAs("good");
  fakeServer({
    "rehash/invitations/read": invited,
    "rehash/invitations/accept": () => broken(status, code, message),
  });
  await renderAt(`/#${TOKEN}`, { "/": <AccountInvitationScreen /> });
  const user = userEvent.setup();
  await press(user, "Accept the invitation");
  expect(await screen.findByText(`${code} ${message}`)).toBeTruthy();
});

test("R27: a link of an account manager cannot be accepted before a second person has confirmed it, and the button says so", async () => {
  signedInAs("good");
  fakeServer({
    "rehash/invitations/read": async () =>
      Response.json({ ...(await invited().json()), role: "account_manager", needs_second_person: true }),
  });
  await renderAt(`/#${TOKEN}`, { "/": <AccountInvitationScreen /> });
  const button = await screen.findByRole("button", { name: "Accept the invitation" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(
    screen.getByText("A second account manager or a platform operator must confirm it first."),
  ).toBeTruthy();
});

test.each(["viewer", "trader"] as const)(
  "a %s sees the profile without what its role does not allow",
  async (role) => {
    const accounts = [{ ...seatIn("Xanh Energy JSC"), role }];
    await openProfile({ ...profileAnswers, "rehash/seats": () => fakeSeats({ accounts }) }, "&tab=fees");
    expect(await screen.findByText("Vietcombank")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add a bank account" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Accept version 1" })).toBeNull();
    expect(screen.queryAllByRole("button", { name: "Add a recipient" })).toHaveLength(
      role === "trader" ? 1 : 0,
    );
  },
);

test("the number of a bank account is masked until its manager asks for it", async () => {
  const { user } = await openProfile(profileAnswers, "&tab=fees");
  expect(await screen.findByText("•••• 0126")).toBeTruthy();
  await press(user, "Show the number of USD · Vietcombank");
  expect(await screen.findByText("0071005550126")).toBeTruthy();
});
