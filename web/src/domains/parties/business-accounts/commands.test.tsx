// What every command of a record may be refused for, as whoever gave it reads it.
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeCompany, profileAnswers } from "../../../testing/parties-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import {
  fakeServer,
  freshBrowser,
  rulesBroken,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import ProfileScreen from "./ProfileScreen.tsx";

freshBrowser();

interface Case {
  readonly rule: GuardError;
  /** Of refusals that are no rule of the record. */
  readonly status?: number;
  readonly vi: string;
  readonly zh: string;
}

const CASES: readonly Case[] = [
  {
    rule: { code: "GEN-403", message: "Your role does not allow submit." },
    status: 403,
    vi: "Vai trò của bạn không cho phép thao tác “submit”.",
    zh: "您的角色不允许操作“submit”。",
  },
  {
    rule: { code: "GEN-404", message: "There is no such record." },
    status: 404,
    vi: "Không có hồ sơ này.",
    zh: "没有此记录。",
  },
  {
    rule: {
      code: "GEN-409",
      message:
        "This record was changed by someone else at 2026-11-03 10:24:00 (GMT+8). Reload and try again.",
      params: { time: "2026-11-03 10:24:00 (GMT+8)" },
    },
    vi: "Bản ghi đã được người khác thay đổi lúc 2026-11-03 10:24:00 (GMT+8). Tải lại và thử lại.",
    zh: "此记录已于 2026-11-03 10:24:00 (GMT+8) 被他人更改，请刷新后重试。",
  },
  {
    rule: { code: "GEN-410", message: "This key was used for another request." },
    vi: "Khóa này đã được dùng cho một yêu cầu khác.",
    zh: "此键已用于另一请求。",
  },
  {
    rule: {
      code: "GEN-422",
      message: "Business account BA-2026-000001 is Under Review; submit is not possible.",
      params: {
        entity: "Business account",
        number: "BA-2026-000001",
        status: "Under Review",
        action: "submit",
      },
    },
    vi: "Business account BA-2026-000001 đang ở trạng thái “Under Review”; không thể thực hiện “submit”.",
    zh: "Business account BA-2026-000001 的状态为“Under Review”，不能执行“submit”。",
  },
];

const SUBMIT = [
  ["en", "Submit for review"],
  ["vi", "Gửi xét duyệt"],
  ["zh", "提交审核"],
] as const;

test.each(CASES)("a command is refused with code and message in three languages: %j", async (given) => {
  const { rule, status, vi, zh } = given;
  const said = { en: rule.message, vi, zh };
  for (const [lang, submit] of SUBMIT) {
    signedInAs("good");
    fakeServer({
      ...profileAnswers,
      "rehash/business-account": () => fakeCompany({ status: "draft", actions: ["submit"] }),
      "rehash/business-account/actions": () =>
        status === undefined ? rulesBroken(rule) : refusal(status, rule.message, { code: rule.code }),
    });
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <ProfileScreen /> }, lang);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await userEvent.click(await screen.findByRole("button", { name: submit }));
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await screen.findByText(`${rule.code} ${said[lang]}`)).toBeTruthy();
    cleanup();
  }
});
