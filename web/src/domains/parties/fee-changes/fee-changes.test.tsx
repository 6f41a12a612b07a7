// New rates and versions of the agreement: what two platform operators do, and what an account sees of it.
import { getFeeChange } from "@heliograph/contract/parties/fee-changes";
import { getFeeAgreement, getFeeSchedule } from "@heliograph/contract/parties/fees";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { feeRate, profileAnswers } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats, seatIn } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderAt,
  rulesBroken,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import ProfileScreen from "../business-accounts/ProfileScreen.tsx";

freshBrowser();

const CHANGE_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3350";
const TEXTS = { vi: "Phí được trả.", en: "Fees are paid.", zh: "费用已付。" };
const STATE = {
  agreement: { version: 1, texts: TEXTS, effective_from: "2026-01-01" },
  earliest: "2026-12-01",
  asked: null,
};
const ASKED = {
  change_uid: CHANGE_UID,
  effective_from: "2026-12-01",
  rates: [{ code: "RF-EX-IREC-OTH", rate: 912 }],
  agreement_texts: { ...TEXTS, vi: "Phí được trả ngay.", en: "Fees are paid at once." },
  asked_at: "2026-10-01T00:00:00Z",
  by_you: false,
};

async function openDesk(
  state: object = STATE,
  more: Parameters<typeof fakeServer>[0] = {},
  lang?: "vi" | "zh",
) {
  signedInAs("good");
  const received = fakeServer({
    ...profileAnswers,
    "rehash/seats": () => fakeSeats({ accounts: [], is_platform_operator: true }),
    "rehash/fee-schedule": () => answer(getFeeSchedule, { items: [feeRate()] }),
    "rehash/fee-change": ({ method }) =>
      method === "GET"
        ? answer(getFeeChange, { ...STATE, ...state })
        : Response.json({ change_uid: CHANGE_UID, message: "The change has been set aside" }),
    "rehash/fee-change/confirmed": () => Response.json({ message: "The change has been published" }),
    ...more,
  });
  await renderAt("/?tab=rates", { "/": <ProfileScreen /> }, lang);
  return { received, user: userEvent.setup() };
}

const RATE = /^Redemption fee for RECs acquired through the exchange, per MWh, I-REC, All other fuels/;

test("an operator asks for new rates and the next version of the agreement from a day on, and sends what differs alone", async () => {
  const { received, user } = await openDesk();
  await user.click(await screen.findByRole("button", { name: "Change rates or agreement" }));
  expect(screen.getByText(/^In force on 2026-12-01 at the earliest/)).toBeTruthy();
  const rate = screen.getByLabelText(RATE);
  await user.clear(rate);
  await user.type(rate, "0.09123");
  await user.click(screen.getByRole("button", { name: "Ask for the change" }));
  expect(await screen.findByText("Enter a number of at most four decimals, not below zero")).toBeTruthy();
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
  await user.clear(rate);
  await user.type(rate, "0.0912");
  const text = screen.getByLabelText("Text of version 2 of the agreement in English");
  await user.type(text, " At once.");
  const chinese = screen.getByLabelText("Text of version 2 of the agreement in 中文");
  await user.clear(chinese);
  await user.click(screen.getByRole("button", { name: "Ask for the change" }));
  expect(await screen.findByText("Must not be empty")).toBeTruthy();
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
  await user.type(chinese, "即付。");
  await user.click(screen.getByRole("button", { name: "Ask for the change" }));
  expect(await screen.findByText("Noted: a second operator confirms it")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toEqual({
    effective_from: "2026-12-01",
    rates: [{ code: "RF-EX-IREC-OTH", rate: 912 }],
    agreement_texts: { ...TEXTS, en: "Fees are paid. At once.", zh: "即付。" },
  });
});

test("a second operator sees what changes and publishes it after a question; the first one waits", async () => {
  const { received, user } = await openDesk({ asked: ASKED });
  expect(await screen.findByText("You confirm or set aside what another operator asked for")).toBeTruthy();
  const changes = within(screen.getByRole("list", { name: "What changes from 2026-12-01" }));
  expect(changes.getByRole("deletion").textContent).toBe("removed: EUR 0.0800");
  expect(changes.getByRole("insertion").textContent).toBe("new: EUR 0.0912");
  expect(screen.getByText("Fees are paid at once.")).toBeTruthy();
  expect(screen.getByText("Phí được trả ngay.").getAttribute("lang")).toBe("vi");
  // Of what stays as it is nothing is said.
  expect(screen.queryByText(TEXTS.zh)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Confirm and publish" }));
  expect(received.filter(({ method }) => method === "POST")).toEqual([]);
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Confirm and publish" }));
  expect(await screen.findByText("The change has been published")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toEqual({ change_uid: CHANGE_UID });
  cleanup();

  await openDesk({ asked: { ...ASKED, by_you: true } });
  expect(await screen.findByText("A second operator confirms what you asked for")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Confirm and publish" })).toBeNull();
});

test("a change that waits is set aside", async () => {
  const { received, user } = await openDesk({ asked: ASKED });
  await user.click(await screen.findByRole("button", { name: "Set the change aside" }));
  expect(await screen.findByText("The change has been set aside")).toBeTruthy();
  expect(received.find(({ method }) => method === "DELETE")?.query.get("change_uid")).toBe(CHANGE_UID);
});

test.each([
  ["FEE-003", "Change a rate or the text of the agreement.", {}, "请更改费率或协议文本。"],
  [
    "FEE-004",
    "A change takes effect on 2026-12-05 at the earliest.",
    { date: "2026-12-05" },
    "变更最早于 2026-12-05 生效。",
  ],
  ["FEE-005", "There is no rate RF-X.", { code: "RF-X" }, "没有费率 RF-X。"],
])("%s: a change that breaks a rule is refused with code and message", async (code, message, params, zh) => {
  const refused = { "rehash/fee-change/confirmed": () => rulesBroken({ code, message, params }) };
  const { user } = await openDesk({ asked: ASKED }, refused);
  const press = async (name: string) => {
    await user.click(await screen.findByRole("button", { name }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name }));
  };
  await press("Confirm and publish");
  expect(await screen.findByText(`${code} ${message}`)).toBeTruthy();
  cleanup();
  await openDesk({ asked: ASKED }, refused, "zh");
  await press("确认并公布");
  expect(await screen.findByText(`${code} ${zh}`)).toBeTruthy();
});

const NOW = {
  version: 1,
  texts: [{ language: "en" as const, text: "Fees are paid.", text_hash: "a".repeat(64) }],
  effective_from: "2026-01-01",
  accepted: { at: "2026-01-02T00:00:00Z", by: "Hoa Pham", language: "en" as const },
};
const NEXT = { ...NOW, version: 2, effective_from: "2026-12-01", accepted: null };

test("an account sees the rates and the agreement that were published for later, and its manager accepts that version", async () => {
  signedInAs("good");
  const next = { rate: 912, effective_from: "2026-12-01" };
  const received = fakeServer({
    ...profileAnswers,
    "rehash/fee-schedule": () => answer(getFeeSchedule, { items: [feeRate({ next })] }),
    "rehash/fee-agreement": ({ method }) =>
      method === "GET"
        ? answer(getFeeAgreement, { ...NOW, next: NEXT })
        : Response.json({ message: "The fee agreement has been accepted" }),
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}&tab=fees`, { "/": <ProfileScreen /> });
  expect(await screen.findByText("EUR 0.0912 from 2026-12-01")).toBeTruthy();
  expect(screen.getByText("Version 2 comes into force on 2026-12-01")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Accept version 1" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Accept version 2" }));
  expect(await screen.findByText("The fee agreement has been accepted")).toBeTruthy();
  expect(received.findLast(({ method }) => method === "POST")?.body).toEqual({
    version: 2,
    language: "en",
    text_hash: "a".repeat(64),
  });
});

test("a trader is told that the agreement in force is not accepted, and cannot accept it", async () => {
  signedInAs("good");
  fakeServer({
    ...profileAnswers,
    "rehash/seats": () => fakeSeats({ accounts: [{ ...seatIn("Xanh Energy JSC"), role: "trader" }] }),
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}&tab=fees`, { "/": <ProfileScreen /> });
  expect(await screen.findByText("Version 1 is in force and not accepted yet")).toBeTruthy();
  expect(
    screen.getByText("Until it is accepted no redemption that charges a fee is submitted."),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Accept version 1" })).toBeNull();
});
