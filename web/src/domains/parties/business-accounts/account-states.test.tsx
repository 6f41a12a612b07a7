// What a business account's page offers in each of its states, and why not.
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { companySubmission, fakeCompany, profileAnswers } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats, seatIn } from "../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, rulesBroken, signedInAs } from "../../../testing/test-kit.tsx";
import ProfileScreen from "./ProfileScreen.tsx";

freshBrowser();

type Status = ReturnType<typeof seatIn>["status"];

async function openProfile(
  status: Status,
  { company = {}, query = "", more = {} }: { company?: object; query?: string; more?: object } = {},
) {
  signedInAs("good");
  const received = fakeServer({
    ...profileAnswers,
    "rehash/seats": () => fakeSeats({ accounts: [{ ...seatIn("Xanh Energy JSC"), status }] }),
    "rehash/business-account": () => fakeCompany({ status, actions: [], ...company }),
    ...more,
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}${query}`, {
    "/": <ProfileScreen />,
    "/list-project": "Home",
  });
  return { received, user: userEvent.setup() };
}

const moved = (status: string) => () =>
  Response.json({
    record_uid: BUSINESS_ACCOUNT,
    number: "BA-2026-000001",
    status,
    version: 4,
    needs_second_person: false,
  });

test("ACC-001, ACC-003: what stands against a draft is said before it is submitted, and the button says that it is", async () => {
  const { received, user } = await openProfile("draft", {
    company: {
      actions: ["submit", "delete"],
      faults: [
        { code: "ACC-003", message: "Fill in: English name.", params: { names: "English name" } },
        { code: "ACC-001", message: "A company with this registration number has an account already." },
      ],
    },
  });
  const before = within(await screen.findByRole("list", { name: "Before you submit" }));
  expect(before.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Blocks: ACC-003 Fill in: Company English name.",
    "Blocks: ACC-001 A company with this registration number has an account already.",
  ]);
  const submit = screen.getByRole("button", { name: "Submit for review" });
  expect(submit.getAttribute("aria-disabled")).toBe("true");
  await user.click(submit);
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
});

test("a draft is deleted after a question, and not by No", async () => {
  const { received, user } = await openProfile("draft", {
    company: { actions: ["submit", "delete"] },
    more: { "rehash/business-account/actions": moved("deleted") },
  });
  const ask = async () => user.click(await screen.findByRole("button", { name: "Delete the draft" }));
  await ask();
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
  await ask();
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete the draft" }));
  expect(await screen.findByText("The draft has been deleted")).toBeTruthy();
  expect(received.find(({ method }) => method === "POST")?.body).toMatchObject({ action: "delete" });
});

test.each([
  ["draft", "An account manager fills in the company and submits it", 1],
  ["under_review", "A platform operator reviews the account", 0],
  ["suspended", "This account is suspended; a platform operator resumes it", 0],
  ["closed", "This account is closed", 0],
] as const)(
  "of an account that is %s the page says who acts next, and offers what its state allows alone",
  async (status, next, invitations) => {
    await openProfile(status);
    expect(await screen.findByText(next)).toBeTruthy();
    expect(screen.queryAllByRole("button", { name: "Invite a person" })).toHaveLength(invitations);
    expect(screen.getByRole("button", { name: "Leave the account" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edit company information" })).toBeNull();
  },
);

test("of a suspended account nothing is added or accepted, and the reason stands over each tab", async () => {
  await openProfile("suspended", { query: "&tab=fees" });
  expect(await screen.findByText("Vietcombank")).toBeTruthy();
  expect(screen.getByText("This account is suspended; a platform operator resumes it")).toBeTruthy();
  for (const name of ["Add a bank account", "Add a recipient", "Accept version 1"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("ACC-013: what an account may not do in its state is refused with code and message, in three languages", async () => {
  const message = "Business account BA-2026-000001 is Suspended; inviting people is not possible.";
  const params = {
    entity: "Business account",
    number: "BA-2026-000001",
    status: "Suspended",
    action: "inviting people",
  };
  const { user } = await openProfile("active", {
    more: { "rehash/invitations": () => rulesBroken({ code: "ACC-013", message, params }) },
  });
  await user.click(await screen.findByRole("button", { name: "Invite a person" }));
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Their e-mail address"), "minh@test.example");
  await user.click(window.getByRole("button", { name: "Make the invitation link" }));
  expect(await screen.findByText(`ACC-013 ${message}`)).toBeTruthy();
});

test("ACC-014: an account with open requests is not closed", async () => {
  const message = "Withdraw or finish the open requests first: 2.";
  const { user } = await openProfile("active", {
    company: { actions: ["close"] },
    more: {
      "rehash/business-account/actions": () =>
        rulesBroken({ code: "ACC-014", message, params: { requests: 2 } }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Close the account" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Close the account" }));
  expect(await screen.findByText(`ACC-014 ${message}`)).toBeTruthy();
});

/** What was approved, and a change of name that was returned. */
const APPROVED = companySubmission();
const RETURNED = companySubmission({
  submission: 2,
  content: { ...APPROVED.content, company_name: "Xanh Holding" },
  marks: [{ item: "company_name", reason: "The register knows no such name." }],
});

test("a change that was returned is answered and sent again; until then the approved name holds", async () => {
  const timeline = [
    {
      at: "2026-10-02T00:00:00Z",
      action: "return_amendment",
      from_status: "amendment_review",
      to_status: "active",
      role: "platform_operator",
      person: null,
      reason: "The name is not in the register.",
    },
  ];
  const { received, user } = await openProfile("active", {
    company: { actions: ["amend", "close"], versions: [APPROVED, RETURNED], timeline },
    more: { "rehash/business-account/actions": moved("amendment_review") },
  });
  expect(
    await screen.findByText("The change was returned; the approved name and number stay in force"),
  ).toBeTruthy();
  const history = within(screen.getByRole("list", { name: "What happened to the account" }));
  expect(history.getByText("Change returned", { exact: false })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Answer and send again" }));
  const window = within(await screen.findByRole("dialog"));
  expect(window.getByLabelText("Company name")).toHaveProperty("value", "Xanh Holding");
  await user.type(window.getByLabelText("Your answer: Company name"), "It was registered yesterday.");
  await user.click(window.getByRole("button", { name: "Send for review" }));
  expect(await screen.findByText("The change has been sent for review")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    action: "amend",
    company_name: "Xanh Holding",
    answers: [{ item: "company_name", answer: "It was registered yesterday." }],
  });
});

test("an operator sees the change beside what was approved, and approves or returns it", async () => {
  signedInAs("good");
  const received = fakeServer({
    ...profileAnswers,
    "rehash/seats": () => fakeSeats({ accounts: [], is_platform_operator: true }),
    "rehash/business-account": () =>
      fakeCompany({
        status: "amendment_review",
        actions: ["approve_amendment", "return_amendment", "suspend"],
        versions: [APPROVED, { ...RETURNED, marks: [] }],
      }),
    "rehash/business-account/actions": moved("active"),
  });
  await renderAt(`/?record=${BUSINESS_ACCOUNT}`, { "/": <ProfileScreen /> });
  const changes = await screen.findByRole("list", { name: "Change that is asked for" });
  expect(
    within(changes)
      .getAllByRole("listitem")
      .map((line) => line.textContent),
  ).toEqual(["Company nameNot marked, changed by the accountremoved: Xanh Energy JSCnew: Xanh Holding"]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Xanh Energy JSC");
  const user = userEvent.setup();
  const back = screen.getByRole("button", { name: /^Return the change with a reason/ });
  expect(back.getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Approve the change" }));
  expect(await screen.findByText("The change is approved and in force")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    action: "approve_amendment",
  });
});
