// A request that goes back, and one whose readings were restated, as issuer and applicant meet them.
import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { commandIssuance } from "@heliograph/contract/registry/issuance/issuance-command";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { requestRecord } from "../../../testing/issuance-fakes.ts";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, rulesBroken, signedInAs } from "../../../testing/test-kit.tsx";
import { IssuancePage } from "./IssuancePage.tsx";

freshBrowser();

const MARKS: NonNullable<IssuanceRecord["review"]>["marks"] = [
  { item: "period", reason: "End before the meter was changed." },
  { item: "evidence", reason: "Send the protocol." },
];

async function opened(
  change: Partial<IssuanceRecord>,
  more: { as?: "issuer"; refused?: () => Response } = {},
) {
  signedInAs("good");
  const received = fakeServer({
    "auth/security": () => fakeSecurity(),
    [commandIssuance.path]:
      more.refused ??
      (() =>
        Response.json({
          record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3377",
          number: "IS-2026-000009",
          status: "pending",
          version: 4,
          needs_second_person: false,
        })),
  });
  const at = more.as === "issuer" ? "/" : `/?account=${BUSINESS_ACCOUNT}`;
  await renderAt(at, { "/": <IssuancePage request={requestRecord(change)} /> });
  const sent = () => received.filter(({ path }) => path.includes(commandIssuance.path)).at(-1)?.body;
  return { user: userEvent.setup(), sent };
}

const ask = () => screen.getByRole("button", { name: "Ask for changes (1)" });
const again = () => screen.getByRole("button", { name: /again$/ });

const REVIEWED = ["refer", "approve", "approve_declared", "reject"];

test("an issuer marks what is asked for, says why, and asks for it; until something is marked the request may be approved", async () => {
  const { user, sent } = await opened({ status: "in_progress", actions: REVIEWED }, { as: "issuer" });
  expect(screen.queryByRole("button", { name: /^Ask for changes/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Mark: Documents" }));
  expect(ask().getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("button", { name: /^Approve/ }).getAttribute("aria-disabled")).toBe("true");
  await user.type(screen.getByLabelText("What is asked for: Documents"), "Send the protocol.");
  await user.click(ask());
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Reason"), "One document is missing.");
  await user.click(window.getByRole("button", { name: "Ask for changes (1)" }));
  expect(sent()).toMatchObject({
    action: "refer",
    reason: "One document is missing.",
    marks: [{ item: "evidence", reason: "Send the protocol." }],
  });
});

test("ISS-019: a request that is referred back without a mark is refused, which is said", async () => {
  const message = "Mark what is asked for.";
  const { user } = await opened(
    { status: "in_progress", actions: REVIEWED },
    { as: "issuer", refused: () => rulesBroken({ code: "ISS-019", message }) },
  );
  await user.click(screen.getByRole("button", { name: "Mark: Period" }));
  await user.type(screen.getByLabelText("What is asked for: Period"), "End earlier.");
  await user.click(screen.getByRole("button", { name: "Ask for changes (1)" }));
  const window = within(await screen.findByRole("dialog"));
  await user.type(window.getByLabelText("Reason"), "The last days are missing.");
  await user.click(window.getByRole("button", { name: "Ask for changes (1)" }));
  expect(await screen.findByText(`ISS-019 ${message}`)).toBeTruthy();
});

test("the applicant sees what was asked for, as it was and is, answers what stays, and submits again with the answers", async () => {
  const review = {
    marks: MARKS,
    answers: [],
    changed: ["period" as const],
    from_day: "2026-10-01",
    to_day: "2026-10-31",
  };
  const { user, sent } = await opened({
    status: "to_resubmit",
    to_day: "2026-10-20",
    actions: ["amend_period", "amend_evidence", "resubmit", "withdraw"],
    review,
  });
  const asked = within(screen.getByRole("list", { name: "The issuer asked for" }));
  expect(asked.getByText("2026-10-01 – 2026-10-31")).toBeTruthy();
  expect(asked.getByText("2026-10-01 – 2026-10-20")).toBeTruthy();
  expect(asked.queryByLabelText("Answer: Period")).toBeNull();
  expect(again().getAttribute("aria-disabled")).toBe("true");
  await user.type(asked.getByLabelText("Answer: Documents"), "There is none.");
  await user.click(again());
  expect(sent()).toMatchObject({
    action: "resubmit",
    answers: [{ item: "evidence", answer: "There is none." }],
  });
});

test("ISS-020: a resubmission that lacks an answer is refused by the server too, which is said in three languages", async () => {
  const message = "Change or answer what was asked for before you submit again.";
  const words = {
    en: `ISS-020 ${message}`,
    vi: "ISS-020 Hãy sửa hoặc trả lời những điều được yêu cầu trước khi nộp lại.",
    zh: "ISS-020 请先修改或答复所要求的内容，再重新提交。",
  } as const;
  for (const lang of ["en", "vi", "zh"] as const) {
    signedInAs("good");
    fakeServer({
      "auth/security": () => fakeSecurity(),
      [commandIssuance.path]: () => rulesBroken({ code: "ISS-020", message, params: { items: "evidence" } }),
    });
    const request = requestRecord({ status: "to_resubmit", actions: ["resubmit"] });
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <IssuancePage request={request} /> }, lang);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await userEvent.click(screen.getByRole("button", { name: /93 MWh/ }));
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await screen.findByText(words[lang])).toBeTruthy();
    cleanup();
  }
});

test("readings that were restated are told with old, new and what becomes of the difference, and what corrects leads there", async () => {
  await opened({
    status: "approved",
    actions: [],
    checks: [],
    serials: [{ code: "IREC-VN-D000123-202610-0001", first: 1, last: 93 }],
    restated: {
      waiting: [{ day: "2026-10-03", was_wh: 3_020_000, wh: 1_020_000, because: "binding" }],
      done: [
        {
          day: "2026-10-05",
          at: "2026-11-20T02:00:00.000Z",
          was_wh: 3_020_000,
          wh: 820_000,
          withdrawn: 2,
          carry_wh: -200_000,
          debt_wh: 0,
          correction: null,
        },
      ],
      corrections: [
        {
          record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3378",
          number: "IS-2026-000021",
          status: "draft",
          quantity: 2,
          wh: 2_500_000,
        },
      ],
    },
  });
  const told = within(screen.getByRole("list", { name: "Readings were restated" }));
  expect(told.getByText("3.020 → 1.020 MWh (−2.000)", { exact: false })).toBeTruthy();
  expect(told.getByText("Waits until an issuer has looked at the changed meter")).toBeTruthy();
  expect(told.getByText("2 certificates withdrawn", { exact: false })).toBeTruthy();
  expect(told.getByText("2.500 MWh more: an extra issuance of 2 MWh", { exact: false })).toBeTruthy();
  expect(told.getByRole("link", { name: "IS-2026-000021" }).getAttribute("href")).toContain(
    "record=3f2504e0-4f89-41d3-9a0c-0305e82c3378",
  );
  // Its range leads to the inventory of the account.
  const range = screen.getByRole("link", { name: /IREC-VN-D000123-202610-0001/ }).getAttribute("href") ?? "";
  expect(range).toContain("/rehash/rec?");
  expect(new URLSearchParams(range.split("?")[1]).get("range")).toBe("IREC-VN-D000123-202610-0001:1-93");
});

test("who reviews a request is named, and its documents are there for whoever decides", async () => {
  await opened(
    {
      status: "in_progress",
      actions: REVIEWED,
      reviewer: "Minh Le",
      next: { by: "issuer", is_you: false, until: null, otherwise: null },
      documents: [
        {
          evidence_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3379",
          kind: "metering",
          name: "reading.pdf",
          size_bytes: 5,
          sha256: "ab".repeat(32),
          at: "2026-11-03T02:24:36.000Z",
        },
      ],
      declared: [{ day: "2026-10-03", wh: 2_500_000, evidence_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3379" }],
    },
    { as: "issuer" },
  );
  expect(screen.getByText("Minh Le reviews")).toBeTruthy();
  const documents = within(screen.getByRole("list", { name: "Documents" }));
  expect(documents.getByRole("button", { name: "reading.pdf" })).toBeTruthy();
  expect(documents.getByText("States 1 day: 2.500 MWh")).toBeTruthy();
  expect(documents.queryByRole("button", { name: /^Days that/ })).toBeNull();
});
