// In which language the fee agreement is read and accepted.
import { acceptFeeAgreement, getFeeAgreement } from "@heliograph/contract/parties/fees";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { FeeAgreement } from "./FeeAgreement.tsx";

freshBrowser();

const TEXTS = [
  { language: "en" as const, text: "Fees are paid.", text_hash: "a".repeat(64) },
  { language: "vi" as const, text: "Phí được trả.", text_hash: "b".repeat(64) },
  { language: "zh" as const, text: "费用已付。", text_hash: "c".repeat(64) },
];

async function open(lang: "en" | "vi" | "zh", signed: "en" | "vi" | "zh" | null = null) {
  signedInAs("good");
  const bodies: unknown[] = [];
  fakeServer({
    "auth/security": () => fakeSecurity(),
    "rehash/fee-agreement": ({ method, body }) => {
      if (method === "POST") {
        bodies.push(acceptFeeAgreement.body.parse(body));
        return answer(acceptFeeAgreement, { message: "The fee agreement has been accepted" });
      }
      const accepted =
        signed === null ? null : { at: "2026-11-03T02:24:36Z", by: "Hoa Pham", language: signed };
      return answer(getFeeAgreement, {
        version: 1,
        texts: TEXTS,
        effective_from: "2026-01-01",
        accepted,
        next: null,
      });
    },
  });
  await renderAt("/", { "/": <FeeAgreement account={BUSINESS_ACCOUNT} writes /> }, lang);
  return { bodies, user: userEvent.setup() };
}

test.each([
  ["vi", "Phí được trả.", "Chấp nhận phiên bản 1", "b"],
  ["zh", "费用已付。", "接受版本 1", "c"],
] as const)(
  "whoever reads the page in %s is offered the agreement in that language, and accepts that text",
  async (lang, text, button, hash) => {
    const { bodies, user } = await open(lang);
    expect((await screen.findByText(text)).getAttribute("lang")).toBe(lang);
    await user.click(screen.getByRole("button", { name: button }));
    await expect.poll(() => bodies).toEqual([{ version: 1, language: lang, text_hash: hash.repeat(64) }]);
  },
);

test("the agreement is read in another language at a press, and accepted in the one that is shown", async () => {
  const { bodies, user } = await open("en");
  await user.click(await screen.findByRole("radio", { name: "Tiếng Việt" }));
  expect(screen.queryByText("Fees are paid.")).toBeNull();
  expect(screen.getByText("Phí được trả.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Accept version 1" }));
  await expect.poll(() => bodies).toEqual([{ version: 1, language: "vi", text_hash: "b".repeat(64) }]);
});

test("what was accepted is shown in the language in which it was, and says which", async () => {
  const { user } = await open("en", "vi");
  expect(await screen.findByText("Phí được trả.")).toBeTruthy();
  expect(screen.getByText(/Accepted 2026-11-03 \(GMT\+8\) by Hoa Pham · signed in Tiếng Việt/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Accept version 1" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "English" }));
  expect(screen.getByText("Fees are paid.")).toBeTruthy();
});
