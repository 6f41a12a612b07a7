// Documents and marks of a business account, as operator and account manager meet them.
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { companySubmission, fakeCompany, PEOPLE, profileAnswers } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats } from "../../../testing/registry-fakes.ts";
import { listAccountPeople } from "@heliograph/contract/parties/roles";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  rulesBroken,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import ProfileScreen from "../business-accounts/ProfileScreen.tsx";

freshBrowser();

const MARKS = [
  { item: "province", reason: "The register says Vinh Long." },
  { item: "registration", reason: "Of which month is it?" },
] as const;
const SUBMITTED = { record_uid: BUSINESS_ACCOUNT, number: "BA-2026-000001", needs_second_person: false };

async function openReview(more: Readonly<Record<string, () => Response>> = {}) {
  signedInAs("good");
  const received = fakeServer({
    ...profileAnswers,
    "rehash/seats": () => fakeSeats({ accounts: [], is_platform_operator: true }),
    "rehash/people": () => answer(listAccountPeople, PEOPLE),
    "rehash/business-account": () =>
      fakeCompany({
        status: "under_review",
        actions: ["return", "activate"],
        versions: [companySubmission()],
      }),
    ...more,
  });
  await renderAt(`/?record=${BUSINESS_ACCOUNT}`, { "/": <ProfileScreen /> });
  return { received, user: userEvent.setup() };
}

async function openDraft(more: Readonly<Record<string, () => Response>> = {}) {
  signedInAs("good");
  const received = fakeServer({
    ...profileAnswers,
    "rehash/business-account": () =>
      fakeCompany({
        status: "draft",
        actions: ["submit"],
        province: "Vinh Long",
        versions: [companySubmission({ marks: [...MARKS] })],
      }),
    ...more,
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <ProfileScreen /> });
  return { received, user: userEvent.setup() };
}

const back = () => screen.findByRole("button", { name: /^Return with a reason/ });

test("an operator marks a field with its reason before the application goes back, and the marks go with it", async () => {
  const { received, user } = await openReview({
    "rehash/business-account/actions": () => Response.json({ ...SUBMITTED, status: "draft", version: 4 }),
  });
  expect((await back()).getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Mark: Province of the company" }));
  await user.type(
    screen.getByLabelText("What is wrong with: Province of the company"),
    "The register says Vinh Long.",
  );
  await user.click(await back());
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Reason for the account"), "One thing does not agree.");
  await user.click(window.getByRole("button", { name: "Return with a reason" }));
  expect(await screen.findByText("The application has been returned")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    action: "return",
    marks: [{ item: "province", reason: "The register says Vinh Long." }],
  });
});

test("an operator sees of a second submission what was marked, what was changed and what was answered", async () => {
  const before = companySubmission({ marks: [...MARKS] });
  const now = companySubmission({
    submission: 2,
    answers: [{ item: "registration", answer: "It is of this month." }],
    content: { ...before.content, province: "Vinh Long", contact_number: "+84 2" },
  });
  await openReview({
    "rehash/business-account": () =>
      fakeCompany({ status: "under_review", actions: ["return", "activate"], versions: [before, now] }),
  });
  const changes = await screen.findByRole("list", { name: "Changed since submission 1" });
  expect(
    within(changes)
      .getAllByRole("listitem")
      .map((line) => line.textContent),
  ).toEqual([
    "Province of the companyThe register says Vinh Long.removed: Can Thonew: Vinh Long",
    "Certificate of registrationOf which month is it?register.pdfUnchangedIt is of this month.",
    "Contact numberNot marked, changed by the accountremoved: +84 28 5555 0100new: +84 2",
  ]);
});

test("an account manager finds the marked fields alone, answers what stays, and the answers go with the submission", async () => {
  const { received, user } = await openDraft({
    "rehash/business-account/actions": () =>
      Response.json({ ...SUBMITTED, status: "under_review", version: 4 }),
  });
  const marked = within(await screen.findByRole("region", { name: "Marked by the platform operator" }));
  expect(marked.getByText("1 of 2 done")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Province of the company" })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Registered address" })).toBeNull();
  await user.type(marked.getByLabelText("Your answer: Certificate of registration"), "It is of this month.");
  expect(marked.getByText("2 of 2 done")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Submit for review" }));
  expect(await screen.findByText("The account has been submitted for review")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toMatchObject({
    action: "submit",
    answers: [{ item: "registration", answer: "It is of this month." }],
  });
  await user.click(screen.getByRole("button", { name: "Change other fields too" }));
  expect(screen.getByRole("textbox", { name: "Registered address" })).toBeTruthy();
});

test.each([
  ["ACC-011", "Mark at least one field or document.", openReview],
  ["ACC-012", "Change or answer the marked items before you submit again.", openDraft],
] as const)("%s is shown with its code and message", async (code, message, open) => {
  const { user } = await open({
    "rehash/business-account/actions": () => rulesBroken({ code, message }),
  });
  if (open === openDraft) {
    await user.click(await screen.findByRole("button", { name: "Submit for review" }));
  } else {
    await user.click(await screen.findByRole("button", { name: "Mark: Country of the company" }));
    await user.type(screen.getByLabelText("What is wrong with: Country of the company"), "It is another.");
    await user.click(screen.getByRole("button", { name: /^Return with a reason/ }));
    const window = within(await screen.findByRole("dialog"));
    await user.type(window.getByLabelText("Reason for the account"), "One thing does not agree.");
    await user.click(window.getByRole("button", { name: "Return with a reason" }));
  }
  expect(await screen.findByText(`${code} ${message}`)).toBeTruthy();
});

test("a file that is refused is named so at its row, and a document is taken out by its account manager alone", async () => {
  const { user, received } = await openDraft({
    "rehash/company-document": () => refusal(400, "This type of file is not accepted", { code: "file.type" }),
  });
  const file = new File(["a,b"], "list.pdf", { type: "application/pdf" });
  await user.upload(await screen.findByLabelText("Add a file: Tax registration"), file);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Not uploaded. This type of file is not accepted",
  );
  expect(received.findLast(({ path }) => path === "rehash/company-document")?.query.get("kind")).toBe("tax");
  expect(screen.getByRole("button", { name: "Take out: register.pdf" })).toBeTruthy();
});
