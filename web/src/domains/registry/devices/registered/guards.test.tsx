// Every rule of registered devices, their groups and folders, as whoever breaks it reads it.
import { getSecurity } from "@heliograph/contract/identity/security";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { actOnFolder, listDeviceFolders } from "@heliograph/contract/registry/devices/device-folders";
import { DEVICE_MESSAGES, filledMessage } from "@heliograph/contract/registry/devices/device-guards";
import { GROUP_MESSAGES } from "@heliograph/contract/registry/devices/groups";
import {
  FINDING_MESSAGES,
  listRegisteredDevices,
} from "@heliograph/contract/registry/devices/registered-devices";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { fakeDevice, REGISTERED_UID } from "../../../../testing/registered-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats } from "../../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  rulesBroken,
  renderAt,
  signedInAs,
} from "../../../../testing/test-kit.tsx";
import { FolderList } from "../list/FolderList.tsx";
import { TakeOver } from "../list/TakeOver.tsx";
import { ChangeMembers } from "./ChangeMembers.tsx";
import { FindingForm } from "./Findings.tsx";
import { Succession } from "./Succession.tsx";

freshBrowser();

const UID = REGISTERED_UID;
const UNIT = "0190d3a4-0000-7000-8000-000000000001";
type Lang = NonNullable<Parameters<typeof renderAt>[2]>;

/** Shows a part of a page on which the calls at the path are refused with the rules. */
async function show(part: ReactNode, path: string, refused: readonly GuardError[], lang: Lang = "en") {
  signedInAs("good");
  const [first, ...others] = refused;
  if (first === undefined) throw new Error("A rule is broken");
  const received = fakeServer({
    "auth/security": () =>
      answer(getSecurity, {
        has_password: true,
        confirmed_until: new Date(Date.now() + 600_000).toISOString(),
        passkey_origin: null,
        passkeys: [],
        second_factor: null,
        provider: null,
      }),
    "rehash/seats": () => fakeSeats(),
    "rehash/devices": () => answer(listRegisteredDevices, { items: [], total_items: 0 }),
    [path]: ({ method }) =>
      method === "GET"
        ? answer(listDeviceFolders, { items: [], total_items: 0, tab_counts: {} })
        : rulesBroken(first, ...others),
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": part }, lang);
  return received;
}

const press = async (name: string | RegExp) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

const finding = (
  code: keyof typeof FINDING_MESSAGES,
  field: string,
  params: Readonly<Record<string, string>> = {},
): GuardError => ({ code, message: filledMessage(FINDING_MESSAGES[code], params), params, field });

const FINDINGS = [
  finding("DEV-036", "body.day", { from: "2025-11-02", to: "2026-11-03" }),
  finding("DEV-037", "body.last_reading_wh"),
  finding("DEV-038", "body.day", { serial: "SC24TN0417", day: "2026-10-05" }),
];

test.each(FINDINGS)("$code: a finding of a meter is refused beside its field: $message", async (rule) => {
  const part = <FindingForm device={fakeDevice()} close={() => {}} />;
  await show(part, "rehash/devices/meter-findings", [rule]);
  await userEvent.type(screen.getByLabelText("Reason"), "Counts no more");
  await press("Record a finding");
  expect(await screen.findByText(`${rule.code} ${rule.message}`)).toBeTruthy();
});

test.each([
  ["vi", "Ghi nhận"],
  ["zh", "记录认定"],
] as const)("DEV-036, DEV-037: a finding is refused in %s with all values", async (lang, save) => {
  const [first, second] = FINDINGS;
  if (first === undefined || second === undefined) throw new Error("Both rules are broken");
  const part = <FindingForm device={fakeDevice()} close={() => {}} />;
  await show(part, "rehash/devices/meter-findings", [first, second], lang);
  const fields = screen.getAllByRole("textbox");
  for (const field of fields) if (field.getAttribute("maxlength") === "300") await userEvent.type(field, "x");
  await press(new RegExp(save));
  for (const { code, message, params = {} } of [first, second]) {
    const said = (await screen.findByText(new RegExp(`^${code} `))).textContent;
    expect(said).not.toMatch(/[{}]/);
    expect(said).not.toContain(message);
    for (const value of Object.values(params)) expect(said).toContain(String(value));
  }
});

test("DEV-042: a device is released to another active account alone", async () => {
  const params = { account: "TA-999999" };
  const rule = {
    code: "DEV-042",
    message: "There is no other active account TA-999999.",
    params,
    field: "body.trade_account_id",
  };
  await show(<Succession device={fakeDevice()} />, "rehash/devices/release", [rule]);
  await userEvent.click(screen.getByRole("button", { name: "Release to another account" }));
  await userEvent.type(await screen.findByLabelText("Trade account ID"), params.account);
  await press("Release");
  expect(await screen.findByText(`DEV-042 ${rule.message}`)).toBeTruthy();
});

const SUCCEEDED = {
  code: "DEV-041",
  message: "D000123 has been succeeded by D000456.",
  params: { device: "D000123", successor: "D000456" },
};

test.each([
  ["en", `DEV-041 ${SUCCEEDED.message}`],
  ["vi", "DEV-041 D000123 đã được D000456 kế tiếp."],
  ["zh", "DEV-041 D000123 已由 D000456 接续。"],
] as const)("DEV-041: who takes over a device that has a successor is told in %s", async (lang, said) => {
  const received = await show(<TakeOver close={() => {}} />, "rehash/device-applications", [SUCCEEDED], lang);
  await userEvent.type(screen.getByRole("textbox"), "d000123{Enter}");
  expect(await screen.findByText(said)).toBeTruthy();
  expect(received.at(-1)?.body).toMatchObject({ succeeds: "D000123" });
});

test("DEV-041: the release of a device that has a successor is refused with the rule", async () => {
  await show(<Succession device={fakeDevice()} />, "rehash/devices/release", [SUCCEEDED]);
  await userEvent.click(screen.getByRole("button", { name: "Release to another account" }));
  await userEvent.type(await screen.findByLabelText("Trade account ID"), "TA-000002");
  await press("Release");
  expect(await screen.findByText(`DEV-041 ${SUCCEEDED.message}`)).toBeTruthy();
});

test("GRP-007: whoever releases a group is told that its devices are released", async () => {
  const rule = { code: "GRP-007", message: GROUP_MESSAGES["GRP-007"] };
  await show(<Succession device={fakeDevice()} />, "rehash/devices/release", [rule]);
  await userEvent.click(screen.getByRole("button", { name: "Release to another account" }));
  await userEvent.type(await screen.findByLabelText("Trade account ID"), "TA-000002");
  await press("Release");
  expect(await screen.findByText(`GRP-007 ${rule.message}`)).toBeTruthy();
});

const grouped = (
  code: keyof typeof GROUP_MESSAGES,
  params: Readonly<Record<string, string>> = {},
): GuardError => ({ code, message: filledMessage(GROUP_MESSAGES[code], params), params });

const GROUP_RULES = [
  grouped("GRP-001"),
  grouped("GRP-002", { field: "province" }),
  grouped("GRP-003"),
  grouped("GRP-004", { device: "D000123", group: "D000200" }),
  grouped("GRP-005", { device: "D000123" }),
  grouped("GRP-006"),
  grouped("GRP-008", { device: "D000123", day: "2026-12-31" }),
];

test.each(["en", "vi", "zh"] as const)(
  "GRP-001, GRP-002, GRP-003, GRP-004, GRP-005, GRP-006, GRP-008: a change of a group is refused in %s with every rule",
  async (lang) => {
    const part = <ChangeMembers device={fakeDevice({ device_type: "grouped" })} close={() => {}} />;
    await show(part, "rehash/device-groups/members", GROUP_RULES, lang);
    const buttons = within(await screen.findByRole("dialog")).getAllByRole("button");
    await userEvent.click(buttons.find((one) => one.getAttribute("type") === "submit") ?? document.body);
    const said = (await screen.findByText(/^GRP-001 /)).textContent.split(" · ");
    expect(said.map((one) => one.slice(0, 7))).toEqual(GROUP_RULES.map(({ code }) => code));
    for (const [at, { code, message, params = {} }] of GROUP_RULES.entries()) {
      expect(said[at] === `${code} ${message}`).toBe(lang === "en");
      expect(said[at]).not.toMatch(/[{}]/);
      for (const value of Object.values(params)) expect(said[at]).toContain(String(value));
    }
  },
);

test.each([
  ["en", "New folder", "DEV-034 An account may have 200 folders."],
  ["vi", "Thư mục mới", "DEV-034 Một tài khoản có thể có 200 thư mục."],
  ["zh", "新建文件夹", "DEV-034 一个账户最多可有 200 个文件夹。"],
] as const)("DEV-034: whoever has all the folders that one may is told in %s", async (lang, label, said) => {
  const rule = { code: "DEV-034", message: "An account may have 200 folders.", params: { max: 200 } };
  await show(<FolderList />, "rehash/device-folders", [rule], lang);
  await userEvent.click(await screen.findByRole("button", { name: label }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByRole("textbox"), "Roofs{Enter}");
  expect(await screen.findByText(said)).toBeTruthy();
});

test("DEV-010, GRP-001: of a folder that is submitted each application says why it was refused", async () => {
  signedInAs("good");
  const results = [
    { code: "DEV-010", message: DEVICE_MESSAGES["DEV-010"] },
    { code: "GRP-001", message: GROUP_MESSAGES["GRP-001"] },
  ].map((refused, at) => ({
    record_uid: at === 0 ? UID : UNIT,
    number: `DR-2026-00000${at}`,
    name: `Roof ${at}`,
    status: "draft",
    refused,
  }));
  const folder = {
    folder_uid: UID,
    group_device_id: "DF-2026-000001",
    group_device_name: "Roofs",
    total_no_of_device: 2,
    total_capacity_w: 1_000_000,
    location: "VN",
    created_at: "2026-11-03T02:24:36.000Z",
    status: "draft" as const,
  };
  fakeServer({
    "rehash/seats": () => fakeSeats(),
    "rehash/device-folders": () =>
      answer(listDeviceFolders, { items: [folder], total_items: 1, tab_counts: {} }),
    "rehash/device-folders/actions": () => answer(actOnFolder, { results }),
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <FolderList /> });
  await userEvent.click(await screen.findByRole("button", { name: "Submit all" }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const { refused } of results) {
    expect(dialog.getByText(`${refused.code} ${refused.message}`)).toBeTruthy();
  }
});
