// The issuer's review of an application: what is looked at, what is overridden, and what a second issuer confirms.
import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  APPLICATION_UID,
  applicationAnswers,
  fakeApplication,
  SOUND_FACTS,
  SUBMITTED_AT,
} from "../../../../testing/device-fakes.ts";
import { BUSINESS_ACCOUNT, fakeProposal, fakeSeats, seatIn } from "../../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, signedInAs } from "../../../../testing/test-kit.tsx";
import { RegistrationRecord } from "../RegistrationRecord.tsx";

freshBrowser();

const VERSION: DeviceApplication["versions"][number] = {
  submission: 1,
  hash: "ab".repeat(32),
  submitted_at: SUBMITTED_AT,
  content: { ...fakeApplication().draft, documents: [], earlier: [] },
  answers: [],
  note: "",
  marks: [],
  reason: null,
  overrides: {},
  owner_named: false,
};
const OVERRIDES = { "DEV-009": "I have seen the photos on paper." };
const WITHOUT_PHOTOS = { ...SOUND_FACTS, documents: { ...SOUND_FACTS.documents, photos: 0 } };

/** The application in review, as an issuer sees it, or somebody of the account. */
async function review(
  change: Partial<DeviceApplication> = {},
  { query = "", more = {} }: { query?: string; more?: Parameters<typeof fakeServer>[0] } = {},
) {
  signedInAs("good");
  const application: Partial<DeviceApplication> = {
    status: "pending",
    actions: ["open", "refer", "approve", "decline"],
    next: { by: "issuer", is_you: true, until: null, otherwise: null },
    versions: [VERSION],
    ...change,
  };
  const received = fakeServer({ ...applicationAnswers(application, []), ...more });
  await renderAt(`/${query}`, { "/": <RegistrationRecord record={APPLICATION_UID} /> });
  await screen.findByRole("heading", { level: 1 });
  return { received, user: userEvent.setup() };
}

const approve = () => screen.getByRole("button", { name: "Approve" });
const declaration = () => screen.getByRole("checkbox", { name: /owner's declaration names this device/ });
const lastBody = (received: Awaited<ReturnType<typeof review>>["received"]) =>
  received.findLast(({ method }) => method === "POST")?.body;

test("DEV-010: the issuer ticks that the owner's declaration names device and owner, and approves then alone", async () => {
  const { received, user } = await review();
  expect(approve().getAttribute("aria-disabled")).toBe("true");
  await user.click(approve());
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
  expect(
    screen.getByText("The owner's declaration must name the device and the owner.", { exact: false }),
  ).toBeTruthy();
  await user.click(declaration());
  expect(approve().getAttribute("aria-disabled")).not.toBe("true");
  await user.click(approve());
  await waitFor(() => expect(lastBody(received)).toMatchObject({ action: "approve", owner_named: true }));
});

test("an override is asked for where the contract allows one, and for no other check", async () => {
  const facts = { ...WITHOUT_PHOTOS, consent: false };
  const { user } = await review({ facts, actions: ["refer", "approve_overriding", "decline"] });
  expect(screen.getByLabelText("Override DEV-009: reason")).toBeTruthy();
  expect(screen.queryByLabelText("Override DEV-015: reason")).toBeNull();
  await user.click(declaration());
  await user.type(screen.getByLabelText("Override DEV-009: reason"), OVERRIDES["DEV-009"]);
  const propose = screen.getByRole("button", { name: "Propose approval" });
  expect(propose.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("These must hold first: DEV-015.", { exact: false })).toBeTruthy();
});

test("R23: what overrides a check is proposed, and not approved by one issuer alone", async () => {
  const { received, user } = await review({
    facts: WITHOUT_PHOTOS,
    actions: ["refer", "approve_overriding", "decline"],
  });
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  await user.click(declaration());
  await user.type(screen.getByLabelText("Override DEV-009: reason"), OVERRIDES["DEV-009"]);
  await user.click(screen.getByRole("button", { name: "Propose approval" }));
  await waitFor(() =>
    expect(lastBody(received)).toMatchObject({
      action: "approve_overriding",
      overrides: OVERRIDES,
      owner_named: true,
    }),
  );
});

test("R23: the second issuer sees each override with its reason and confirms exactly that, or sets it aside", async () => {
  const { received, user } = await review({
    facts: WITHOUT_PHOTOS,
    actions: ["refer", "approve_overriding", "decline"],
    second_person: fakeProposal(
      "approve_overriding",
      { overrides: OVERRIDES, owner_named: true },
      { reason: "The roof was visited." },
    ),
  });
  const part = within(screen.getByRole("region", { name: "Proposed by a first person" }));
  expect(part.getByText("Minh Le proposed: Approve against checks")).toBeTruthy();
  expect(part.getByText(/^Overrides DEV-009 Upload: /)).toBeTruthy();
  expect(part.getByText(OVERRIDES["DEV-009"])).toBeTruthy();
  expect(part.getByText("The roof was visited.")).toBeTruthy();
  expect(screen.queryByLabelText("Override DEV-009: reason")).toBeNull();
  expect(screen.queryByRole("button", { name: "Propose approval" })).toBeNull();
  await user.click(part.getByRole("button", { name: "Confirm as the second person" }));
  await waitFor(() =>
    expect(lastBody(received)).toMatchObject({ confirms: true, payload_hash: "ab".repeat(32) }),
  );
  expect(part.getByRole("button", { name: "Set aside" })).toBeTruthy();
});

test("what was overridden is read afterwards with its reason, by the account too", async () => {
  await review(
    {
      status: "approved",
      actions: [],
      next: null,
      facts: WITHOUT_PHOTOS,
      versions: [{ ...VERSION, overrides: OVERRIDES, owner_named: true }],
    },
    { query: `?account=${BUSINESS_ACCOUNT}` },
  );
  expect(screen.getByText(`Overridden: ${OVERRIDES["DEV-009"]}`)).toBeTruthy();
  expect(screen.getByText("DEV-010")).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test.each([
  ["account_manager", true],
  ["trader", true],
  ["viewer", false],
] as const)(
  "a declined registration is copied by whoever may write: a %s sees the button: %s",
  async (role, sees) => {
    const seats = () => fakeSeats({ accounts: [{ ...seatIn("Xanh Energy JSC"), role }] });
    await review(
      { status: "declined", actions: [], next: null },
      { query: `?account=${BUSINESS_ACCOUNT}`, more: { "rehash/seats": seats } },
    );
    await screen.findByText("Declined", { selector: "span" });
    if (sees) expect(await screen.findByRole("button", { name: "Duplicate" })).toBeTruthy();
    else expect(screen.queryByRole("button", { name: "Duplicate" })).toBeNull();
  },
);

test("DEV-032: what an issuer has opened is not recalled, and the button says why", async () => {
  const { received, user } = await review(
    {
      actions: ["recall"],
      opened: true,
      next: { by: "issuer", is_you: false, until: null, otherwise: null },
    },
    { query: `?account=${BUSINESS_ACCOUNT}` },
  );
  const recall = screen.getByRole("button", { name: "Recall" });
  expect(recall.getAttribute("aria-disabled")).toBe("true");
  await user.click(recall);
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
  expect(
    screen.getAllByText("DEV-032 Review has started; ask the issuer to return it.", { exact: false }),
  ).toBeTruthy();
});
