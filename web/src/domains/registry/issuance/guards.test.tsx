// Every rule of requests for certificates, as whoever breaks it reads it.
import { getSecurity } from "@heliograph/contract/identity/security";
import { daysBetween } from "@heliograph/contract/kernel/time";
import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import {
  issuanceChecks,
  ISSUANCE_GUARDS,
  type GuardedDay,
  type IssuanceFacts,
  type IssuanceGuard,
} from "@heliograph/contract/registry/issuance/issuance-guards";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { requestRecord as request } from "../../../testing/issuance-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  rulesBroken,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { DeclareDays } from "./DeclareDays.tsx";
import { IssuanceActions } from "./IssuanceActions.tsx";
import { IssuanceChecks } from "./IssuanceChecks.tsx";

freshBrowser();

const UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3377";
const DAYS = daysBetween("2026-10-01", "2026-10-31").map((day) => ({
  day,
  wh: 3_000_000,
  evidence: "A" as const,
  meter_wh: 3_000_000,
  inverter_wh: 3_030_000,
  exported_wh: null,
  supply_wh: null,
  maximum_wh: 4_500_000,
  is_settled: true,
  is_copy: false,
  accepted_wh: 0,
}));
const SOUND: IssuanceFacts = {
  registry: "IREC",
  country: "VN",
  timezone: "Asia/Ho_Chi_Minh",
  submitted: null,
  today: "2026-11-03",
  from_day: "2026-10-01",
  to_day: "2026-10-31",
  registered_from: "2025-12-04",
  registered_to: "2030-12-03",
  others: [],
  days: DAYS,
  metered_wh: 93_000_000,
  certified_wh: 0,
  carry_wh: 568_000,
  debt_wh: 0,
  is_self_consumed: false,
  has_changed: false,
};

/** The first days of the period changed. */
const firstDays = (n: number, change: Partial<GuardedDay>): Partial<IssuanceFacts> => ({
  days: DAYS.map((day, index) => (index < n ? { ...day, ...change } : day)),
});

/** For each rule what breaks it, in every way in which its message reads otherwise. */
const BROKEN: Readonly<Record<IssuanceGuard, readonly Partial<IssuanceFacts>[]>> = {
  "ISS-001": [{ today: "2026-10-31" }],
  "ISS-002": [{ from_day: "2025-10-01" }, { from_day: "2026-09-01" }],
  "ISS-003": [
    { others: [{ application_id: "IS-2026-000007", from_day: "2026-10-01", to_day: "2026-10-31" }] },
  ],
  "ISS-004": [{ registered_from: "2026-10-05" }],
  "ISS-005": [{ today: "2028-01-01" }],
  "ISS-006": [{ metered_wh: 90_000_000 }, { metered_wh: 95_000_000, certified_wh: 5_125_000 }],
  "ISS-007": [firstDays(31, { maximum_wh: 2_000_000 })],
  "ISS-008": [firstDays(1, { wh: null }), firstDays(2, { wh: null })],
  "ISS-009": [firstDays(2, { inverter_wh: 3_150_000 }), firstDays(3, { inverter_wh: 2_000_000 })],
  "ISS-010": [{ ...firstDays(31, { wh: 1_000 }), carry_wh: 0 }],
  "ISS-011": [{ registered_to: "2026-10-20" }],
  "ISS-012": [{ registry: "GEC", is_self_consumed: true }],
  "ISS-013": [firstDays(2, { is_copy: true })],
  "ISS-014": [firstDays(1, { is_settled: false }), firstDays(4, { is_settled: false })],
  "ISS-015": [{ has_changed: true }],
  "ISS-016": [{ country: "CN" }],
};

type Check = IssuanceRecord["checks"][number];

/** Nothing is marked, and nothing answered. */
const UNDECIDED = {
  marks: { all: [], reasonOf: () => undefined, toggle: () => {}, explain: () => {} },
  answers: { all: [], change: () => {} },
};

/** What the rule finds of facts that break it. */
function finding(code: IssuanceGuard, facts: Partial<IssuanceFacts>): Check {
  const found = issuanceChecks({ ...SOUND, ...facts }).find((check) => check.code === code);
  if (found === undefined) throw new Error(`There is no rule ${code}`);
  return { ...found, params: { ...found.params } };
}

const CASES = ISSUANCE_GUARDS.flatMap((code) => BROKEN[code].map((facts) => finding(code, facts)));

test.each(CASES)("$code stands among the checks with its message: $message", async (check) => {
  expect(["failed", "warning", "decide"]).toContain(check.outcome);
  await renderAt("/", { "/": <IssuanceChecks request={request({ checks: [check] })} /> });
  const line = screen.getByText(check.code).closest("p");
  expect(line?.textContent).toContain(`${check.code} ${check.message}`);
});

test.each(["vi", "zh"] as const)(
  "ISS-001 to ISS-016 are written in %s with all their values",
  async (lang) => {
    // Of each rule the first and the last of its messages.
    for (const turn of [0, -1]) {
      const checks = ISSUANCE_GUARDS.map((code) => finding(code, BROKEN[code].at(turn) ?? {}));
      await renderAt("/", { "/": <IssuanceChecks request={request({ checks })} /> }, lang);
      for (const { code, message, params } of checks) {
        const said = screen.getAllByText(code).at(-1)?.closest("p")?.textContent ?? "";
        expect(said).not.toMatch(/[{}]|iss\./);
        expect(said).not.toContain(message);
        for (const [name, value] of Object.entries(params)) {
          if (SHOWN[code] === undefined || SHOWN[code].includes(name)) expect(said).toContain(value);
        }
      }
    }
  },
);

/** Values that the messages of a rule show, where they are not all that it has. */
const SHOWN: Readonly<Partial<Record<IssuanceGuard, readonly string[]>>> = {
  "ISS-002": [],
  "ISS-006": ["q", "g"],
  "ISS-013": [],
};

/** Every action is refused with the rule. */
function refuseWith(...errors: Parameters<typeof rulesBroken>) {
  signedInAs("good");
  return fakeServer({
    "auth/security": () =>
      answer(getSecurity, {
        has_password: true,
        confirmed_until: new Date(Date.now() + 600_000).toISOString(),
        passkey_origin: null,
        passkeys: [],
        second_factor: null,
        provider: null,
      }),
    "rehash/issuances/actions": () => rulesBroken(...errors),
  });
}

test("ISS-003, ISS-006: a submission that the server refuses is told with all rules that are broken", async () => {
  const checks = [
    finding("ISS-003", BROKEN["ISS-003"][0] ?? {}),
    finding("ISS-006", BROKEN["ISS-006"][0] ?? {}),
  ];
  const [first, second] = checks.map(({ code, message, params }) => ({ code, message, params }));
  if (first === undefined || second === undefined) throw new Error("Both rules are broken");
  const received = refuseWith(first, second);
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, {
    "/": <IssuanceActions request={request({ actions: ["submit"] })} {...UNDECIDED} />,
  });
  await userEvent.click(screen.getByRole("button", { name: "Submit 93 MWh" }));
  const said = `${first.code} ${first.message} · ${second.code} ${second.message}`;
  expect(await screen.findByText(said)).toBeTruthy();
  expect(received.at(-1)?.body).toMatchObject({ action: "submit", expected_version: 3 });
});

const TWO_ISSUERS = { code: "ISS-017", message: "Declared energy needs the approval of two issuers." };

test.each([
  ["en", "Approve 93 MWh", `ISS-017 ${TWO_ISSUERS.message}`],
  ["vi", "Duyệt 93 MWh", "ISS-017 Điện năng khai báo cần hai đơn vị cấp phê duyệt."],
  ["zh", "批准 93 MWh", "ISS-017 申报的电量需要两名签发方批准。"],
] as const)("ISS-017: an issuer is told in %s that one alone does not approve", async (lang, label, said) => {
  refuseWith(TWO_ISSUERS);
  await renderAt(
    "/",
    { "/": <IssuanceActions request={request({ actions: ["approve"] })} {...UNDECIDED} /> },
    lang,
  );
  await userEvent.click(screen.getByRole("button", { name: label }));
  expect(await screen.findByText(said)).toBeTruthy();
});

test.each([
  ["en", "ISS-018 Line 3 of the file is not a day of the period and its kWh, once.", "Save"],
  ["vi", "ISS-018 Dòng 3 của tệp không phải là một ngày trong kỳ kèm số kWh, mỗi ngày một lần.", "Lưu"],
  ["zh", "ISS-018 文件第 3 行不是该期间的一天及其 kWh，且每天只能出现一次。", "保存"],
] as const)(
  "ISS-018: a day that a document cannot state is refused in %s by its line",
  async (lang, said, save) => {
    const received = refuseWith({
      code: "ISS-018",
      message: "Line 3 of the file is not a day of the period and its kWh, once.",
      params: { line: 3 },
      field: "body.declared",
    });
    const days = [{ ...DAYS[0], wh: null, meter_wh: null, source: "none" as const, complete_permille: 0 }];
    await renderAt(
      `/?account=${BUSINESS_ACCOUNT}`,
      {
        "/": (
          <DeclareDays
            request={request({ days: days as IssuanceRecord["days"], actions: ["declare"] })}
            evidence_uid={UID}
            name="meter.csv"
            lines={[{ day: "2026-10-01", wh: 3_118_400 }]}
            close={() => {}}
          />
        ),
      },
      lang,
    );
    // What the file says of the day stands there already.
    await userEvent.click(await screen.findByRole("button", { name: save }));
    expect(await screen.findByText(said)).toBeTruthy();
    expect(received.at(-1)?.body).toMatchObject({
      action: "declare",
      evidence_uid: UID,
      declared: [{ day: "2026-10-01", wh: 3_118_400 }],
    });
  },
);
