// Every rule of devices and groups, as whoever breaks it reads it.
import type { GuardError } from "@heliograph/contract/kernel/problem";
import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import type { DeviceFields } from "@heliograph/contract/registry/devices/device-form";
import { deviceGuards, type ApplicationFacts } from "@heliograph/contract/registry/devices/device-guards";
import {
  resubmitFaults,
  REVIEW_MESSAGES,
  type DeviceMark,
} from "@heliograph/contract/registry/devices/device-review";
import { groupFaults, type GroupMember } from "@heliograph/contract/registry/devices/groups";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  APPLICATION_UID,
  applicationAnswers,
  DEVICE_PROJECT,
  fakeApplication,
  FREE_METER,
  ROOF,
  SOUND_FACTS,
  SOUND_FIELDS,
  SUBMITTED_AT,
} from "../../../testing/device-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { Decision, RecordActions } from "./review/Decision.tsx";
import { RegistrationRecord } from "./RegistrationRecord.tsx";

freshBrowser();

type Facts = DeviceApplication["facts"];
const PREDECESSOR = {
  code: "D000077",
  registry: "IREC",
  ends: "2026-12-31",
  is_own: false,
  is_released: false,
  is_change: false,
};

/** The page of an application, on which whatever is done is refused with the rules. */
async function open(
  change: Partial<DeviceApplication>,
  refused: readonly GuardError[] = [],
  lang: Parameters<typeof renderAt>[2] = "en",
) {
  signedInAs("good");
  const received = fakeServer(applicationAnswers(change, refused));
  const routes = { "/": <RegistrationRecord record={APPLICATION_UID} /> };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, routes, lang);
  return received;
}

/** What of an application breaks a rule. */
interface Breaks {
  readonly fields?: Partial<DeviceFields>;
  readonly facts?: Partial<Facts>;
  readonly meters?: readonly { device_uid: string; role: "main" | "check" | "grid" }[];
}

/** For each rule what breaks it, in every way in which its message reads otherwise. */
const BROKEN: readonly (readonly [code: string, breaks: Breaks])[] = [
  ["DEV-001", { fields: { device_english_name: "A" } }],
  ["DEV-001", { fields: { device_local_name: "" } }],
  ["DEV-002", { fields: { registry: "" } }],
  ["DEV-003", { fields: { location: "CN", latitude: "39.7", longitude: "98.5" } }],
  ["DEV-004", { fields: { fuel_type: "ES200" } }],
  ["DEV-005", { fields: { capacity: "5000.000001" } }],
  ["DEV-006", { fields: { commercial_operation_date: "" } }],
  ["DEV-006", { fields: { commercial_operation_date: "2026-11-25" } }],
  ["DEV-006", { facts: { registration_date: "2023-11-01" } }],
  ["DEV-007", { fields: { latitude: "91" } }],
  ["DEV-007", { fields: { longitude: "2.35" } }],
  ["DEV-008", { facts: { registered: { code: "D000009", registry: "TIGR" } } }],
  ["DEV-008", { facts: { nearby: "D000010" } }],
  ["DEV-009", { facts: { documents: { registration_form: 1, photos: 1 } } }],
  ["DEV-011", { meters: [] }],
  ["DEV-012", { facts: { meters: [{ ...FREE_METER, bound_to: "D000011" }] } }],
  ["DEV-013", { fields: { on_site_consumption: "" } }],
  ["DEV-014", { fields: { no_other_certificates: "" } }],
  ["DEV-015", { facts: { consent: false } }],
  ["DEV-016", { facts: { same_world: false } }],
  ["DEV-017", { fields: { owner: "" } }],
  ["DEV-018", { fields: { province: "" } }],
  ["DEV-019", { fields: { registry: "GEC" } }],
  ["DEV-019", { fields: { registry: "GEC", on_site_consumption: "all" } }],
  ["DEV-020", { meters: [{ device_uid: FREE_METER.device_uid, role: "grid" }] }],
  ["DEV-020", { fields: { auxiliary_energy: "grid" } }],
  ["DEV-039", { facts: { predecessor: PREDECESSOR } }],
];

/** An application that breaks the rule, with what the contract's rule says of it. */
function broken(code: string, { fields, facts, meters }: Breaks) {
  const change = {
    draft: {
      ...fakeApplication().draft,
      fields: { ...SOUND_FIELDS, ...fields },
      ...(meters === undefined ? {} : { meters: [...meters] }),
    },
    facts: { ...SOUND_FACTS, ...facts },
  };
  const known: ApplicationFacts = change.facts;
  const said = deviceGuards(change.draft, known).filter((one) => one.code === code && one.state !== "passed");
  return { change, message: said.map(({ message }) => message).join(" "), params: said[0]?.params ?? {} };
}

const linesOf = async (code: string) => {
  const rows = await screen.findAllByText(code);
  return rows.map((row) => row.closest("p")?.textContent ?? "").join("\n");
};

test.each(BROKEN)("%s stands on the form with its message: %j", async (code, breaks) => {
  const { change, message } = broken(code, breaks);
  expect(message).not.toBe("");
  await open(change);
  expect(await linesOf(code)).toContain(`${code} ${message}`);
});

const GROUPS: readonly (readonly [code: string, members: readonly GroupMember[]])[] = [
  ["GRP-001", [ROOF]],
  ["GRP-002", [ROOF, { ...ROOF, device_uid: DEVICE_PROJECT, province: "Hue" }]],
  ["GRP-003", [ROOF, { ...ROOF, device_uid: DEVICE_PROJECT, capacity_w: 1_000_001 }]],
  ["GRP-004", [ROOF, { ...ROOF, device_uid: DEVICE_PROJECT, group: "D000200" }]],
  ["GRP-005", [ROOF, { ...ROOF, device_uid: DEVICE_PROJECT, own_issuance: true }]],
  ["GRP-008", [ROOF, { ...ROOF, device_uid: DEVICE_PROJECT, ended: "2026-12-31" }]],
];

test.each(GROUPS)("%s stands on the form of a group with its message", async (code, members) => {
  const [fault] = groupFaults(members, "IREC");
  expect(fault?.code).toBe(code);
  await open({ type: "grouped", facts: { ...SOUND_FACTS, type: "grouped" }, members: [...members] });
  expect(await linesOf(code)).toContain(`${code} ${fault?.message}`);
});

test.each(["vi", "zh"] as const)(
  "DEV-001 to DEV-020 are written in %s with all their values",
  async (lang) => {
    const all = BROKEN.reduce<Breaks>(
      (sum, [, { fields, facts }]) => ({
        fields: { ...sum.fields, ...fields },
        facts: { ...sum.facts, ...facts },
      }),
      {},
    );
    const { change } = broken("DEV-001", all);
    await open(change, [], lang);
    const known: ApplicationFacts = change.facts;
    await screen.findAllByText("DEV-001");
    for (const { code, message, state } of deviceGuards(change.draft, known)) {
      const said = await linesOf(code);
      expect(said).not.toMatch(/[{}]|dev\./);
      if (state === "failed") expect(said).not.toContain(message);
    }
  },
);

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("DEV-012, DEV-040, DEV-041: a submission that the server refuses is told with all rules that are broken", async () => {
  const errors = [
    {
      code: "DEV-040",
      message: "An account manager submits what takes over a device of another account.",
      field: "registry",
    },
    {
      code: "DEV-012",
      message: "Meter SC24TN0417 is already bound to D000011.",
      params: { serial: "SC24TN0417", device: "D000011" },
      field: "meters",
    },
    {
      code: "DEV-041",
      message: "D000077 has been succeeded by D000078.",
      params: { device: "D000077", successor: "D000078" },
    },
  ];
  const received = await open({}, errors);
  await press("Submit for review");
  const said = errors.map(({ code, message }) => `${code} ${message}`).join(" · ");
  expect(await screen.findByText(said)).toBeTruthy();
  expect(received.at(-1)?.body).toMatchObject({ action: "submit", expected_version: 2 });
});

test("DEV-034: an account that has all the registrations it may have is told so, for a new one and for a copy", async () => {
  const full = { code: "DEV-034", message: "An account may have 2000 registrations.", params: { max: 2000 } };
  await open({}, [full]);
  await press("Duplicate");
  expect(await screen.findByText(`DEV-034 ${full.message}`)).toBeTruthy();
});

test.each([
  ["en", "DEV-034 An account may have 2000 registrations."],
  ["vi", "DEV-034 Một tài khoản có thể có 2000 hồ sơ đăng ký."],
  ["zh", "DEV-034 一个账户最多可有 2000 份注册申请。"],
] as const)("DEV-034: a new registration that there is no room for says so in %s", async (lang, said) => {
  signedInAs("good");
  const message = "An account may have 2000 registrations.";
  fakeServer(applicationAnswers({}, [{ code: "DEV-034", message, params: { max: 2000 } }]));
  const routes = { "/": <RegistrationRecord record="new" /> };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, routes, lang);
  expect(await screen.findByText(said)).toBeTruthy();
});

test("DEV-031: what was changed outside the marks without a reason is refused with the rule", async () => {
  const before = fakeApplication();
  const resubmission = { marks: [], changed: ["owner" as const], answers: [], note: "" };
  const errors = resubmitFaults(resubmission);
  expect(errors.map(({ code }) => code)).toEqual(["DEV-031", "DEV-031"]);
  const version = {
    submission: 1,
    hash: "ab".repeat(32),
    submitted_at: SUBMITTED_AT,
    content: { ...before.draft, fields: { ...SOUND_FIELDS, owner: "Nobody" }, documents: [], earlier: [] },
    answers: [],
    note: "",
    marks: [],
    reason: "Please look again.",
    overrides: {},
    owner_named: false,
  };
  await open({ status: "to_resubmit", actions: ["resubmit"], versions: [version] }, errors);
  await press("Submit version 2");
  const said = errors.map(({ code, message }) => `${code} ${message}`).join(" · ");
  expect(await screen.findByText(said)).toBeTruthy();
});

const DECISIONS = {
  "DEV-030": REVIEW_MESSAGES["DEV-030"],
  "DEV-033": REVIEW_MESSAGES["DEV-033"],
  "DEV-035": "A device of more than 5 MW is approved by two issuers.",
};

/** What an issuer decides, refused with the rule. */
async function decide(code: keyof typeof DECISIONS, marks: readonly DeviceMark[]) {
  signedInAs("good");
  const refused = { code, message: DECISIONS[code] };
  fakeServer(applicationAnswers({}, [refused]));
  const given = {
    application: fakeApplication({ status: "pending", actions: ["refer", "approve", "decline"] }),
    owner_named: true,
    marks: { all: marks, reasonOf: () => undefined, toggle: () => {}, explain: () => {} },
  };
  await renderAt("/", { "/": <Decision {...given} /> });
  return { said: `${code} ${refused.message}` };
}

test("DEV-030: an issuer whose marks the server refuses is told why", async () => {
  const { said } = await decide("DEV-030", [{ item: "owner", reason: "Not the owner." }]);
  await userEvent.type(screen.getByLabelText("Reason for the applicant"), "Please correct this.");
  await press("Ask for changes (1)");
  expect(await screen.findByText(said)).toBeTruthy();
});

test("DEV-033: an approval without a reason for each check that does not hold is refused with the rule", async () => {
  const { said } = await decide("DEV-033", []);
  await press("Approve");
  expect(await screen.findByText(said)).toBeTruthy();
});

test("DEV-035: an issuer who alone approves a large device is told that two must", async () => {
  const { said } = await decide("DEV-035", []);
  await press("Approve");
  expect(await screen.findByText(said)).toBeTruthy();
});

test("DEV-032: what is under review is not recalled, and whoever tries is told to ask the issuer", async () => {
  signedInAs("good");
  const message = REVIEW_MESSAGES["DEV-032"];
  fakeServer(applicationAnswers({}, [{ code: "DEV-032", message }]));
  const pending = fakeApplication({ status: "pending", actions: ["recall"] });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <RecordActions application={pending} /> });
  await press("Recall");
  expect(await screen.findByText(`DEV-032 ${message}`)).toBeTruthy();
  expect(within(document.body).queryByRole("dialog")).toBeNull();
});
