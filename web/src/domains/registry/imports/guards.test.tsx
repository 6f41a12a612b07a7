// Every rule of imports, as whoever breaks it reads it.
import { getSecurity } from "@heliograph/contract/identity/security";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import {
  alreadyHere,
  importFaults,
  receptionFaults,
} from "@heliograph/contract/registry/imports/import-rules";
import { listImportOrigins, readRecImport } from "@heliograph/contract/registry/imports/imports";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT, fakeProposal } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  rulesBroken,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import type { RecImport } from "./import-queries.ts";
import { ConfirmReception } from "./ConfirmReception.tsx";
import { RecImportRecord } from "./RecImportRecord.tsx";

freshBrowser();

const UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3377";
const SHA256 = "ab".repeat(32);
type Lang = Parameters<typeof renderAt>[2];

/** What a call answers that is refused with the rules. */
const refusing =
  ([first, ...others]: readonly GuardError[]) =>
  () => {
    if (first === undefined) throw new Error("Nothing is sent here");
    return rulesBroken(first, ...others);
  };

/** The declaration of an import, whose sending is refused with the rules. */
async function openForm(refused: readonly GuardError[] = [], lang: Lang = "en") {
  signedInAs("good");
  const received = fakeServer({
    "rehash/import-origins": () => answer(listImportOrigins, { items: [] }),
    "rehash/imports": refusing(refused),
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <RecImportRecord record="new" /> }, lang);
  return received;
}

const type = (label: string, value: string) => {
  const field = screen.getByRole("textbox", { name: label });
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

/** What the list of checks says of the rule. */
const lineOf = (code: string) => screen.getByText(code).closest("li");

const EMPTY = {
  transaction_number: "",
  series: "",
  first: null,
  last: null,
  quantity: null,
  period_from: "",
  period_to: "",
};
const SOUND = {
  transaction_number: "TR-7",
  series: "EV-7",
  first: 1001,
  last: 1100,
  quantity: 100,
  period_from: "2025-01-01",
  period_to: "2025-03-31",
};
const TODAY = "2026-11-03";

function fill(declared: typeof SOUND): void {
  type("Transaction number", declared.transaction_number);
  type("Series", declared.series);
  type("First serial number", String(declared.first));
  type("Last serial number", String(declared.last));
  type("REC Quantity", String(declared.quantity));
  type("Device code", "HYDRO7");
  type("Device Name", "Song Hinh Hydro");
  type("Province", "Phu Yen");
  type("Location", "Song Hinh");
  type("From", declared.period_from);
  type("To", declared.period_to);
}

test.each([
  ...importFaults(EMPTY, TODAY).map((fault) => ({ ...fault, typed: null })),
  ...[
    { ...SOUND, quantity: 90 },
    { ...SOUND, last: SOUND.first },
    { ...SOUND, quantity: 1 },
  ].flatMap((typed) => importFaults(typed, TODAY).map((fault) => ({ ...fault, typed }))),
])(
  "$code stands among the checks of a declaration with its message: $message",
  async ({ code, message, typed }) => {
    await openForm();
    if (typed !== null) fill(typed);
    expect(lineOf(code)?.getAttribute("data-state")).toBe("failed");
    expect(lineOf(code)?.textContent).toContain(`${code} ${message}`);
  },
);

test("IMP-001, IMP-002, IMP-009 are the rules that a declaration breaks by itself, and a sound one breaks none", async () => {
  const codes = [...importFaults(EMPTY, TODAY), ...importFaults({ ...SOUND, quantity: 90 }, TODAY)];
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(["IMP-001", "IMP-002", "IMP-009"]));
  await openForm();
  fill(SOUND);
  for (const code of ["IMP-001", "IMP-002", "IMP-009"]) {
    expect(lineOf(code)?.getAttribute("data-state")).toBe("passed");
  }
});

const HERE = {
  code: "IMP-005",
  message: "Generation of HYDRO7 in 2025-01-01 – 2025-03-31 is already certified here.",
  params: { device: "HYDRO7", period: "2025-01-01 – 2025-03-31" },
  field: "body.device_code",
};

test("IMP-003, IMP-005: what the server alone knows of a declaration stands among its checks", async () => {
  const errors = [alreadyHere(SOUND), HERE];
  const received = await openForm(errors);
  fill(SOUND);
  await userEvent.click(screen.getByRole("button", { name: "Declare the import" }));
  const checks = within(screen.getByRole("list", { name: "Checks" }));
  for (const { code, message } of errors) {
    expect((await checks.findByText(message, { exact: false })).textContent).toContain(`${code} ${message}`);
  }
  expect(received.find(({ method }) => method === "POST")?.body).toMatchObject(SOUND);
});

const given = (change: Partial<RecImport> = {}): RecImport =>
  readRecImport.answer.parse({
    record_uid: UID,
    number: "IM-2026-000001",
    status: "in_progress",
    version: 2,
    created_at: "2026-11-03T02:24:36.000Z",
    changed_at: "2026-11-03T02:24:36.000Z",
    actions: ["confirm", "reject"],
    next: { by: "platform_operator", is_you: true, until: null, otherwise: "lapse" },
    timeline: [],
    second_person: null,
    registry: "IREC",
    origin: "EVIDENT",
    device_name: "Song Hinh Hydro",
    device_code: "HYDRO7",
    fuel: "ES300",
    country: "VN",
    location: "Song Hinh",
    province: "Phu Yen",
    period_from: "2025-01-01",
    period_to: "2025-03-31",
    quantity: 100,
    quantity_received: 0,
    rec_id: [],
    company_name: "Xanh Energy JSC",
    transaction_number: "TR-7",
    series: "EV-7",
    first: 1001,
    last: 1100,
    open: [{ first: 1001, until: 1101 }],
    received: [],
    statements: [
      {
        evidence_uid: UID,
        kind: "registry_statement",
        name: "statement.pdf",
        size_bytes: 9,
        sha256: SHA256,
        at: "2026-11-03T02:24:36.000Z",
      },
    ],
    asked: null,
    platform_account: "HELIOGRAPH-01",
    ...change,
  });

/** What platform operators confirm, refused with the rules. */
async function openReception(
  refused: readonly GuardError[] = [],
  change: Partial<RecImport> = {},
  lang: Lang = "en",
) {
  signedInAs("good");
  fakeServer({
    "auth/security": () =>
      answer(getSecurity, {
        has_password: true,
        confirmed_until: new Date(Date.now() + 600_000).toISOString(),
        passkey_origin: null,
        passkeys: [],
        second_factor: null,
        provider: null,
      }),
    "rehash/imports/actions": refusing(refused),
    "rehash/proposals/answers": refusing(refused),
  });
  await renderAt("/", { "/": <ConfirmReception given={given(change)} /> }, lang);
}

const OPEN = [{ first: 1001, until: 1101 }];

test.each([
  ["IMP-004", "1001–1102", [{ first: 1001, until: 1103 }]],
  ["IMP-007", "1101–1110", [{ first: 1101, until: 1111 }]],
] as const)(
  "%s: serial numbers %s that cannot have come are told beside them",
  async (code, typed, ranges) => {
    const [fault] = receptionFaults(OPEN, ranges);
    expect(fault?.code).toBe(code);
    await openReception();
    type("Received serial numbers", typed);
    expect(screen.getByText(`${code} ${fault?.message}`)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Confirm reception" })).toHaveProperty("disabled", true);
  },
);

/** All that can be wrong with a reception, as the server says it. */
const RECEPTION: readonly GuardError[] = [
  alreadyHere(SOUND),
  ...receptionFaults(OPEN, []),
  HERE,
  {
    code: "IMP-006",
    message: "Upload the other registry's statement and confirm against it.",
    field: "body.statement_sha256",
  },
  ...receptionFaults(OPEN, [{ first: 7, until: 8 }]),
  {
    code: "IMP-008",
    message: "EVIDENT holds 50 certificates for the platform; 100 would be held here.",
    params: { origin: "EVIDENT", balance: 50, held: 100 },
  },
];

test("IMP-003, IMP-004, IMP-005, IMP-006, IMP-007, IMP-008: a reception that is refused is told with every rule", async () => {
  expect(RECEPTION.map(({ code }) => code)).toEqual([
    "IMP-003",
    "IMP-004",
    "IMP-005",
    "IMP-006",
    "IMP-007",
    "IMP-008",
  ]);
  await openReception(RECEPTION);
  await userEvent.click(screen.getByRole("button", { name: "Confirm reception" }));
  await screen.findByRole("list", { name: "Checks" });
  for (const { code, message } of RECEPTION) {
    expect(lineOf(code)?.textContent).toContain(`${code} ${message}`);
  }
});

test("IMP-006, IMP-008: the second operator is told as well why a reception is refused", async () => {
  const refused = RECEPTION.filter(({ code }) => code === "IMP-006" || code === "IMP-008");
  await openReception(refused, {
    second_person: fakeProposal("confirm", { received: OPEN, statement_sha256: SHA256 }),
  });
  await userEvent.click(screen.getByRole("button", { name: "Confirm as the second person" }));
  const said = (await screen.findByRole("alert")).textContent;
  for (const { code, message } of refused) expect(said).toContain(`${code} ${message}`);
});

test.each([
  ["vi", "Xác nhận đã nhận"],
  ["zh", "确认收到"],
] as const)("IMP-001 to IMP-009 are written in %s with all their values", async (lang, confirm) => {
  await openForm([], lang);
  for (const { code, message } of importFaults(EMPTY, TODAY)) {
    expect(lineOf(code)?.textContent).not.toMatch(/[{}]|imp\./);
    expect(lineOf(code)?.textContent).not.toContain(message);
  }
  cleanup();
  // The messages of the declaration's rules are the same wherever they stand.
  const all = [...RECEPTION, ...importFaults({ ...SOUND, quantity: 90 }, TODAY)];
  await openReception(all, {}, lang);
  await userEvent.click(screen.getByRole("button", { name: confirm }));
  await screen.findByText("IMP-008");
  for (const { code, message, params = {} } of all) {
    const said = lineOf(code)?.textContent ?? "";
    expect(said).not.toMatch(/[{}]|imp\./);
    expect(said).not.toContain(message);
    for (const value of Object.values(params)) expect(said).toContain(String(value));
  }
});
