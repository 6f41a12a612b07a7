// Refusals that every record shares, on the page of a redemption, in all languages.
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { REDEMPTION_WAYS as WAYS, shownRule } from "../../../testing/redemption-ways.tsx";
import { freshBrowser, refusal, rulesBroken } from "../../../testing/test-kit.tsx";

freshBrowser();

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
    await WAYS.approve(() => refusal(status, rule.message, { code: rule.code }), { lang });
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
  expect(await shownRule(rule.code)).toContain(`${rule.code} ${rule.message}`);
});

test.each(GUARDS)("%j stands on the page in Vietnamese and in Chinese", async (rule, vi, zh) => {
  for (const [lang, said] of [
    ["vi", vi],
    ["zh", zh],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await WAYS.approve(() => rulesBroken(rule), { lang });
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await shownRule(rule.code)).toContain(`${rule.code} ${said}`);
    cleanup();
  }
});
