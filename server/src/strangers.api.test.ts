// Who gets what from whom, over every call that the contract states: a call that is added is tried without being named here.
import { api, type Endpoint } from "@heliograph/contract";
import { expect, test } from "vitest";
import { all, idSlots, isCertificateCall, pairs, unknown, type Ids } from "../testing/calls/call-kit.ts";
import { completePlant, product } from "../testing/product-kit.ts";
import { newCredential } from "./domains/fleet/gateways/credential.sql.ts";

const TIME_LIMIT_MS = 120_000;

/** What a caller does to its own session or account, whatever its roles on projects. */
const OF_THE_CALLER = new Set([
  "logout",
  "clearAccessToken",
  "changePassword",
  "logoutSid",
  "acceptInvitation",
  "confirmIdentity",
  "endOneSession",
  "endOtherSessions",
  "passkeyOptions",
  "addPasskey",
  "removePasskey",
  "startSecondFactor",
  "confirmSecondFactor",
  "replaceRecoveryCodes",
  "endSecondFactor",
  "startProviderLink",
  "finishProviderLink",
  "unlinkProvider",
]);

const changes = (e: Endpoint) => e.method !== "GET" && e.keyRight !== "read";
/** Roles in the certificate workspace are others: workspace-strangers.api.test.ts walks its calls. */
const sessionCalls = api.filter(
  (e) => e.access === "session" && !OF_THE_CALLER.has(e.name) && !isCertificateCall(e),
);
const withIds = sessionCalls.filter((e) => unplaced(e) === undefined && idSlots(e).length > 0);

/** What the kit does not know of the call; undefined: it knows every field. */
function unplaced(e: Endpoint): string | undefined {
  try {
    idSlots(e);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test("every field of every call is known to hold an id, or to hold none", () => {
  expect(api.map(unplaced).filter((what) => what !== undefined)).toEqual([]);
  expect(api.filter((e) => e.access === "public" && idSlots(e).length > 0)).toEqual([]);
  expect(withIds.length).toBeGreaterThan(35);
});

test(
  "an id of another account's project, gateway, device, file or ticket answers byte for byte as one that nothing has",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, ask } = await product();
    const mine = await completePlant(db, ask);
    const theirs = await completePlant(db, ask);
    const told: string[] = [];
    for (const e of withIds) {
      for (const { what, pair } of pairs(e, mine.ids, theirs.ids, unknown())) {
        const [foreign, none] = [await ask(e, pair[0], mine.owner), await ask(e, pair[1], mine.owner)];
        if (foreign.status !== 404) told.push(`${e.name}, ${what}: ${foreign.status} ${foreign.body}`);
        if (foreign.bytes !== none.bytes) {
          told.push(`${e.name}, ${what}: ${foreign.bytes} is not ${none.bytes}`);
        }
      }
    }
    expect(told).toEqual([]);
  },
);

test(
  "without a token no call says anything but that one is required, whatever ids it names",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, ask } = await product();
    const { ids } = await completePlant(db, ask);
    const told = new Map<string, string[]>();
    for (const e of api.filter(({ access }) => access !== "public" && access !== "gateway")) {
      for (const named of [ids, unknown()]) {
        const { status, body } = await ask(e, all(named));
        const { request_id: _id, ...refusal } = JSON.parse(body);
        const answer = JSON.stringify({ status, ...refusal });
        told.set(answer, [...(told.get(answer) ?? []), e.name]);
      }
    }
    expect([...told.keys()]).toEqual([
      JSON.stringify({
        status: 403,
        type: "/problems/token.required",
        title: "Token is required",
        message: "Token is required",
        code: "token.required",
      }),
    ]);
  },
);

/** What is only there for those who may change it or asked for it: a gateway that is waited for, the keys and reports of an account. */
const HIDDEN_FROM_READERS = [
  "gatewayArrivals",
  "liveEvents",
  "restoreProject",
  "ownAudit",
  "revokeApiKey",
  "changeWebhook",
  "changeAlarmView",
  "removeAlarmView",
  "removeWebhook",
  "replaceWebhookSecret",
  "testWebhook",
  "listDeliveries",
  "redeliver",
  "runDetails",
  "runFileOf",
  "cancelRun",
  "runAgain",
  "removeRun",
  "registerNotifications",
  "getNotification",
  "deleteNotifications",
  "removeReportTemplate",
];

/** Changes to what is the caller's own, though they name projects. */
const OWN_THINGS = ["createApiKey", "addAlarmView"];

/** What an owner is told who may make a call, but not of a thing as the plant has it: an import without files, a project that is there. */
const OF_ANOTHER_STATE: Readonly<Record<string, string>> = {
  restoreProject: "project.not_found",
  cancelCommand: "command.not_queued",
  giveCommandAgain: "command.not_again",
  removeImportFile: "import.not_found",
  tryImport: "import.no_files",
  startImport: "import.not_tried",
  stopImport: "import.not_running",
  undoImport: "import.not_done",
  // The day that calls name is over.
  createSchedule: "schedule.over",
  // One plant alone is no region, nobody of the kit's calls is a person, and the alarm is resolved by then.
  alarmDesk: "alarm.not_found",
  assignAlarms: "alarm.no_member",
  snoozeAlarms: "alarm.closed",
  saveEscalation: "escalation.no_member",
  // The kit knows no firmware.
  createRollOut: "firmware.not_found",
  turnNze: "nze.no_meter",
  controlNzeClient: "nze.no_meter",
  setNzeRule: "nze.no_meter",
  setNzeDrills: "nze.no_meter",
  drillNze: "nze.no_meter",
  makeNzeProof: "proof.no_days",
  nzeProofFile: "proof.not_ready",
  runFileOf: "run.no_file",
  runAgain: "run.not_again",
  removeRun: "run.not_ended",
  // Nobody makes any in this test.
  generateReport: "report.running",
  previewReport: "report.running",
  reportEditionFile: "run.no_file",
};

test(
  "an owner may do everything, a read-only member looks at the same and is refused every change",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, ask } = await product();
    const told: string[] = [];
    for (const e of withIds) {
      const plant = await completePlant(db, ask);
      const read = await ask(e, all(plant.ids), plant.reader);
      const own = await ask(e, all(plant.ids), plant.owner);
      // A call that its owner may not make proves nothing about the others.
      const excuse = OF_ANOTHER_STATE[e.name];
      const excused = excuse !== undefined && own.body.includes(`"code":"${excuse}"`);
      if (own.status >= 400 && !excused) told.push(`${e.name}, owner: ${own.status} ${own.body}`);
      const isOwn = OWN_THINGS.includes(e.name);
      const isForFew = e.refusals.some((code) => /\.(owner_only|read_only)$/.test(code));
      const refused = HIDDEN_FROM_READERS.includes(e.name)
        ? 404
        : (changes(e) && !isOwn) || isForFew
          ? 403
          : undefined;
      const wanted = refused ?? own.status;
      if (read.status !== wanted) told.push(`${e.name}, read-only: ${read.status} ${read.body}`);
      if (wanted === 403 && !/"code":"[a-z_]+\.(read_only|owner_only)"/.test(read.body)) {
        told.push(`${e.name}, read-only: ${read.body}`);
      }
    }
    expect(told).toEqual([]);
  },
);

test("nothing that an account is answered names another account's project or anything in it", async () => {
  const { db, ask } = await product();
  const mine = await completePlant(db, ask);
  const theirs = await completePlant(db, ask);
  await db
    .updateTable("project")
    .set({ name: "Hidden roof" })
    .where("project_id", "=", theirs.project_id)
    .execute();
  const secret = [...Object.values(theirs.ids), theirs.gateway_serial, "Hidden roof"];
  const told: string[] = [];
  for (const e of sessionCalls.filter((call) => !changes(call))) {
    const { body } = await ask(e, all(mine.ids), mine.owner);
    told.push(...secret.filter((word) => body.includes(word)).map((word) => `${e.name} tells ${word}`));
  }
  expect(told).toEqual([]);
});

test("for whoever is no administrator or platform operator their calls are not there", async () => {
  const { db, ask } = await product();
  const { ids, owner } = await completePlant(db, ask);
  const told = new Set<string>();
  for (const e of api.filter(({ access }) => access === "admin" || access === "platform")) {
    for (const named of [ids, unknown()]) {
      const { request_id: _id, ...refusal } = JSON.parse((await ask(e, all(named), owner)).body);
      told.add(JSON.stringify(refusal));
    }
  }
  expect([...told].map((text) => JSON.parse(text))).toEqual([
    expect.objectContaining({ status: 404, code: "request.no_such_address" }),
  ]);
});

test("a gateway learns nothing of another's gateway or device, and stores nothing for it", async () => {
  const { db, ask } = await product();
  const mine = await completePlant(db, ask);
  const theirs = await completePlant(db, ask);
  const { credential, credential_hash } = newCredential();
  await db
    .updateTable("gateway")
    .set({ credential_hash })
    .where("gateway_id", "=", mine.gateway_id)
    .execute();
  const basic = `Basic ${Buffer.from(`${mine.gateway_serial}:${credential}`).toString("base64")}`;
  const told: string[] = [];
  const none = unknown();
  for (const e of api.filter((call) => call.access === "gateway" && idSlots(call).length > 0)) {
    for (const { what, pair } of pairs(e, mine.ids, theirs.ids, none)) {
      const [foreign, other] = [await ask(e, pair[0], basic), await ask(e, pair[1], basic)];
      const same = idsAs(foreign.bytes, theirs.ids) === idsAs(other.bytes, none);
      if (!same) told.push(`${e.name}, ${what}: ${foreign.bytes} is not ${other.bytes}`);
    }
  }
  expect(told).toEqual([]);
  const stored = await db.selectFrom("reading").select("device_id").execute();
  expect(stored.filter(({ device_id }) => device_id === theirs.device_id)).toEqual([]);
});

/** The text with the ids by their nouns: a refusal repeats the id that was sent. */
function idsAs(text: string, ids: Ids): string {
  return Object.entries(ids).reduce((said, [noun, id]) => said.replaceAll(id, noun), text);
}
