// Every rule of redemptions and their payments that the server alone judges, as whoever breaks it reads it.
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { listRedemptionInvoices, uploadPaymentProof } from "@heliograph/contract/settlement/payments";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import {
  REDEMPTION,
  REDEMPTION_ACCOUNT,
  REDEMPTION_RECORD,
  UNPAID,
} from "../../../testing/redemption-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  rulesBroken,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { RedemptionScreen } from "./RedemptionScreen.tsx";

freshBrowser();

interface Opened {
  readonly refused: () => Response;
  readonly change?: Partial<typeof REDEMPTION>;
  readonly invoice?: Partial<typeof UNPAID>;
  readonly lang?: "en" | "vi" | "zh";
}

/** The page of a redemption whose every action, and every word on its invoice, is refused. */
async function open({ refused, change = {}, invoice = {}, lang = "en" }: Opened) {
  signedInAs("good");
  const received = fakeServer({
    "auth/security": () => fakeSecurity(),
    "rehash/redemption": () => answer(readRedemption, { ...REDEMPTION, ...change }),
    "rehash/redemption/invoices": () =>
      answer(listRedemptionInvoices, { fees: [], invoices: [{ ...UNPAID, actions: [], ...invoice }] }),
    "rehash/payment-proofs": () => answer(uploadPaymentProof, { proof_uid: REDEMPTION_RECORD }),
    "rehash/redemptions/actions": refused,
    "rehash/invoices/actions": refused,
  });
  await renderAt(
    `/x?account=${REDEMPTION_ACCOUNT}&record=${REDEMPTION_RECORD}`,
    { "/x": <RedemptionScreen record={REDEMPTION_RECORD} /> },
    lang,
  );
  return received;
}

const press = async (name: string | RegExp) =>
  userEvent.click((await screen.findAllByRole("button", { name }))[0] as HTMLElement);

/** What the checks of the page say of a code. */
const lineOf = async (code: string) => (await screen.findByText(code)).closest("p")?.textContent;

/** An issuer corrects the beneficiary to these words. */
async function corrects(refused: Opened["refused"], words: Readonly<Record<string, string>>) {
  const change = {
    status: "completed",
    completed_at: "2026-10-30T03:02:57Z",
    actions: ["correct"],
    correction: { until: "2026-10-31T03:02:57Z" },
  };
  await open({ refused, change: change as never });
  await press("Correct the beneficiary");
  const asked = within(await screen.findByRole("dialog"));
  for (const [label, typed] of Object.entries(words)) {
    const field = asked.getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, typed);
  }
  await userEvent.click(asked.getByRole("button", { name: "Correct the beneficiary" }));
}

/** What opens the way to each action, and what presses it. */
const WAYS = {
  approve: async (refused: Opened["refused"], lang: Opened["lang"] = "en") => {
    await open({ refused, lang, change: { status: "in_progress", actions: ["approve"] } as never });
    await press(/60 MWh/);
  },
  cancel: async (refused: Opened["refused"]) => {
    await open({ refused, change: { actions: ["cancel_unpaid"] } as never });
    await press("Cancel redemption");
    const asked = within(await screen.findByRole("alertdialog"));
    await userEvent.click(asked.getByRole("button", { name: "Cancel redemption" }));
  },
  resubmit: async (refused: Opened["refused"]) => {
    await open({ refused, change: { status: "to_resubmit", actions: ["resubmit"] } as never });
    await press("Submit again");
  },
  correct: (refused: Opened["refused"]) => corrects(refused, { Address: "19 Harbour Street" }),
  correctNothing: (refused: Opened["refused"]) => corrects(refused, {}),
  correctName: (refused: Opened["refused"]) => corrects(refused, { "Beneficiary Name": "Hanoi Steel Works" }),
  report: async (refused: Opened["refused"]) => {
    await open({ refused, invoice: { actions: ["report"] } });
    const proof = new File(["%PDF-"], "transfer.pdf", { type: "application/pdf" });
    await userEvent.upload(await screen.findByLabelText("Proof of payment"), proof);
    await screen.findByText("transfer.pdf");
    await press("Report the payment");
  },
  confirmPart: async (refused: Opened["refused"]) => {
    const invoice = { status: "waiting_for_confirmation", actions: ["confirm", "confirm_part", "decline"] };
    await open({ refused, invoice });
    await press(/Confirm this part/);
  },
} as const;

const time = "2026-10-31 11:02:57 (GMT+8)";
const RULES: readonly (readonly [keyof typeof WAYS, GuardError])[] = [
  [
    "resubmit",
    {
      code: "RED-002",
      message: "Amount must be a whole number of MWh, at least 1.",
      field: "body.claim.amount",
    },
  ],
  ["resubmit", { code: "RED-006", message: "Say what the redemption is for.", field: "body.claim.purpose" }],
  [
    "resubmit",
    {
      code: "RED-008",
      message: "These certificates expired on 2026-03-01.",
      params: { date: "2026-03-01" },
    },
  ],
  ["approve", { code: "RED-010", message: "An account manager must confirm this amount first." }],
  ["resubmit", { code: "RED-011", message: "Change what was asked for before you submit again." }],
  ["cancel", { code: "RED-020", message: "A completed redemption cannot be changed." }],
  [
    "cancel",
    {
      code: "RED-030",
      message: "The other registry may have retired these certificates. Wait for its answer.",
    },
  ],
  ["approve", { code: "RED-031", message: "The other registry has not acknowledged the retirement." }],
  [
    "cancel",
    { code: "RED-021", message: "A payment was reported. Wait until an operator has looked for it." },
  ],
  [
    "correct",
    { code: "RED-022", message: `The beneficiary could be corrected until ${time}.`, params: { time } },
  ],
  ["correct", { code: "RED-023", message: "The beneficiary was corrected before; it can be once." }],
  ["correct", { code: "RED-024", message: "An issuer and a platform operator must ask for the same." }],
  [
    "correctNothing",
    {
      code: "RED-025",
      message: "Correct the spelling of the beneficiary's name, or the address.",
      field: "body.correction",
    },
  ],
  [
    "correctName",
    {
      code: "RED-026",
      message: "This is another name. Only its spelling can be corrected.",
      field: "body.correction.beneficiary_name",
    },
  ],
  [
    "report",
    {
      code: "INV-005",
      message: "This invoice is in USD.",
      params: { currency: "USD" },
      field: "body.payment.currency",
    },
  ],
  [
    "confirmPart",
    {
      code: "INV-008",
      message: "Enter what was received: less than is outstanding.",
      field: "body.received_cents",
    },
  ],
  [
    "confirmPart",
    {
      code: "INV-008",
      message: "Invoice INV-P-2026-000226: use decline_rest.",
      params: { number: "INV-P-2026-000226", action: "decline_rest" },
    },
  ],
  [
    "cancel",
    {
      code: "INV-010",
      message: "EUR 1.00 were received. Refund or credit them first.",
      params: { received: "EUR 1.00" },
    },
  ],
];

test.each(RULES)("%s: %j stands on the page with code and message", async (way, rule) => {
  await WAYS[way](() => rulesBroken(rule));
  expect(await lineOf(rule.code)).toContain(`${rule.code} ${rule.message}`);
});

const action = "approve";
const state = { entity: "Redemption", number: "RD-2026-000057", status: "Completed", action };
const KERNEL: readonly (readonly [number, GuardError, vi: string, zh: string])[] = [
  [
    403,
    { code: "GEN-403", message: "Your role does not allow approve." },
    "Vai trò của bạn không cho phép thao tác “approve”.",
    "您的角色不允许操作“approve”。",
  ],
  [404, { code: "GEN-404", message: "There is no such record." }, "Không có hồ sơ này.", "没有此记录。"],
  [
    403,
    { code: "AUTH-005", message: "You have a part in this record and cannot decide on it." },
    "Bạn có liên quan đến hồ sơ này và không thể quyết định.",
    "您与此记录有关，不能作出决定。",
  ],
];

test.each(KERNEL)("%i %j is said over the page with code and message", async (status, { code, message }) => {
  await WAYS.approve(() => refusal(status, message, { code }));
  expect(await screen.findByText(`${code} ${message}`)).toBeTruthy();
});

test.each(KERNEL)("%i %j is said in Vietnamese and in Chinese", async (status, rule, vi, zh) => {
  for (const [lang, said] of [
    ["vi", vi],
    ["zh", zh],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await WAYS.approve(() => refusal(status, rule.message, { code: rule.code }), lang);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await screen.findByText(`${rule.code} ${said}`)).toBeTruthy();
    cleanup();
  }
});

const GUARDS: readonly (readonly [GuardError, vi: string, zh: string])[] = [
  [
    { code: "GEN-410", message: "This key was used for another request." },
    "Khóa này đã được dùng cho một yêu cầu khác.",
    "此键已用于另一请求。",
  ],
  [
    { code: "GEN-411", message: "The first person asked for something else. Reload and compare." },
    "Người thứ nhất yêu cầu điều khác. Tải lại và so sánh.",
    "第一人提出的内容不同，请刷新后核对。",
  ],
  [
    {
      code: "GEN-422",
      message: "Redemption RD-2026-000057 is Completed; approve is not possible.",
      params: state,
    },
    "Redemption RD-2026-000057 đang ở trạng thái “Completed”; không thể thực hiện “approve”.",
    "Redemption RD-2026-000057 的状态为“Completed”，不能执行“approve”。",
  ],
  [
    {
      code: "GEN-423",
      message: "Give a reason of at least 10 characters.",
      params: { least: 10 },
      field: "body.reason",
    },
    "Hãy nêu lý do dài ít nhất 10 ký tự.",
    "请填写至少 10 个字符的理由。",
  ],
  [
    {
      code: "RED-010",
      message: "An account manager must confirm this amount first.",
    },
    "Quản lý tài khoản phải xác nhận lượng này trước.",
    "账户经理必须先确认此数量。",
  ],
  [
    { code: "INV-010", message: "EUR 1.00 were received.", params: { received: "EUR 1.00" } },
    "Đã nhận EUR 1.00. Hãy hoàn lại hoặc ghi có trước.",
    "已收到 EUR 1.00。请先退款或记入贷方。",
  ],
];

test.each(GUARDS.slice(0, 4))("%j stands on the page with code and message", async (rule) => {
  await WAYS.approve(() => rulesBroken(rule));
  expect(await lineOf(rule.code)).toContain(`${rule.code} ${rule.message}`);
});

test.each(GUARDS)("%j stands on the page in Vietnamese and in Chinese", async (rule, vi, zh) => {
  for (const [lang, said] of [
    ["vi", vi],
    ["zh", zh],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await WAYS.approve(() => rulesBroken(rule), lang);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await lineOf(rule.code)).toContain(`${rule.code} ${said}`);
    cleanup();
  }
});
