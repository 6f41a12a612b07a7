// Every call that changes something stands in the audit log, or on the list below with the reason why it does not: a call that is
// added is tried without being named here.
import { api, apiByDomain, type Endpoint } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { all, isCertificateCall } from "../testing/calls/call-kit.ts";
import { completePlant, product } from "../testing/product-kit.ts";
import type { Db } from "./platform/db.ts";

const TIME_LIMIT_MS = 120_000;

/** Changes that are no entry, and why. */
const UNWRITTEN: Readonly<Record<string, string>> = {
  registerNotifications: "where one person's own notices go; nobody else's",
  unregisterNotifications: "where one person's own notices go; nobody else's",
  updateAcceptNotifications: "how one person wants to be notified; nobody else is concerned",
  changeNoticePreferences: "how one person wants to be notified; nobody else is concerned",
  deleteNotifications: "one person's own list; the alarms stay",
  addAlarmView: "what one person wants to look for on the desk; nobody else sees it",
  changeAlarmView: "what one person wants to look for on the desk; nobody else sees it",
  removeAlarmView: "what one person wants to look for on the desk; nobody else sees it",
  putChecklistAway: "what one person wants to see of a page; nobody else sees it",
  replayAlarmRule: "it looks at the past: nothing is changed before saveAlarmRule, which is an entry",
  cancelAlarmReplay: "it ends a look at the past",
  wishImport: "a draft: nothing is stored before startImport, which is an entry",
  tryImport: "a dry run: nothing is stored before startImport, which is an entry",
  makeReportEdition: "a report is read and changes nothing of a plant; its run says who asked",
  cancelRun: "a report of the caller's own: it reads and changes nothing of a plant",
  passkeyOptions: "a challenge: there is no passkey before addPasskey, which is an entry",
  startSecondFactor: "a draft: no code is asked for before confirmSecondFactor, which is an entry",
};

/** Calls that this plant cannot make, told so by their code: what they write is shown by the test named. */
const ELSEWHERE: Readonly<Record<string, { code: string; shown: string }>> = {
  restoreProject: { code: "project.not_found", shown: "removed-project.api.test.ts" },
  tryImport: { code: "import.no_files", shown: "imports.api.test.ts" },
  removeImportFile: { code: "import.not_found", shown: "imports.api.test.ts" },
  startImport: { code: "import.not_tried", shown: "imports.api.test.ts" },
  stopImport: { code: "import.not_running", shown: "imports.api.test.ts" },
  undoImport: { code: "import.not_done", shown: "undo.api.test.ts" },
  acceptInvitation: { code: "invitation.not_valid", shown: "invitation.api.test.ts" },
  turnNze: { code: "nze.no_meter", shown: "zero-export.api.test.ts" },
  controlNzeClient: { code: "nze.no_meter", shown: "zero-export.api.test.ts" },
  setNzeRule: { code: "nze.no_meter", shown: "zero-export.api.test.ts" },
  setNzeDrills: { code: "nze.no_meter", shown: "nze-drills.db.test.ts" },
  drillNze: { code: "nze.no_meter", shown: "nze-drills.db.test.ts" },
  uploadFirmware: { code: "firmware.checksum", shown: "firmware.api.test.ts" },
  withdrawFirmware: { code: "firmware.not_found", shown: "firmware.api.test.ts" },
  createSchedule: { code: "schedule.over", shown: "schedules.api.test.ts" },
  runAgain: { code: "run.not_again", shown: "runs.api.test.ts" },
  uploadReportLogo: { code: "file.type", shown: "reports.api.test.ts" },
  removeRun: { code: "run.not_ended", shown: "runs.api.test.ts" },
  confirmIdentity: { code: "password.wrong", shown: "second-factor.api.test.ts" },
  addPasskey: { code: "passkey.refused", shown: "passkey.api.test.ts" },
  removePasskey: { code: "sign_in.last_way", shown: "passkey.api.test.ts" },
  confirmSecondFactor: { code: "second_factor.wrong", shown: "second-factor.api.test.ts" },
  replaceRecoveryCodes: { code: "second_factor.off", shown: "second-factor.api.test.ts" },
  endSecondFactor: { code: "second_factor.off", shown: "second-factor.api.test.ts" },
  startProviderLink: { code: "provider.off", shown: "oidc.api.test.ts" },
  finishProviderLink: { code: "provider.off", shown: "oidc.api.test.ts" },
  unlinkProvider: { code: "provider.off", shown: "oidc.api.test.ts" },
  cancelCommand: { code: "command.not_queued", shown: "command.api.test.ts" },
  giveCommandAgain: { code: "command.not_again", shown: "command.api.test.ts" },
  createRollOut: { code: "firmware.not_found", shown: "roll-outs.db.test.ts" },
  assignAlarms: { code: "alarm.no_member", shown: "alarm-desk.api.test.ts" },
  saveEscalation: { code: "escalation.no_member", shown: "escalation.api.test.ts" },
  changePassword: { code: "request.invalid", shown: "account.api.test.ts" },
};

/** Reads by GET that end sessions or hide a log: they change something too. */
const ENDING = new Set([
  "clearControlNzeLogs",
  "logout",
  "clearAccessToken",
  "logoutSid",
  "clearProjectCache",
]);
const changing = api.filter(
  (e) =>
    // Every command on a record is an entry by the kernel of records; workspace-strangers.api.test.ts shows the others.
    !isCertificateCall(e) &&
    (e.access === "session" || e.access === "admin" || e.access === "platform") &&
    ((e.method !== "GET" && e.keyRight !== "read") || ENDING.has(e.name)),
);

type Product = Awaited<ReturnType<typeof product>>;

/** A plant, and the header with which its owner makes the call: an administrator where the call needs one. */
async function callerOf({ db, ask }: Product, e: Endpoint) {
  const plant = await completePlant(db, ask);
  // So that there is one to take away.
  await db.updateTable("device").set({ alias: "East" }).where("device_id", "=", plant.device_id).execute();
  if (e.access !== "session") {
    await db
      .updateTable("account")
      .set({ kind: e.access === "admin" ? "admin" : "platform_operator" })
      .where("account_id", "=", plant.account_id)
      .execute();
  }
  return plant;
}

async function entries(db: Db) {
  return db
    .selectFrom("audit_event")
    .select(["account_id", "project_id", "address", "action"])
    .orderBy("audit_id")
    .execute();
}

test(
  "every call that changes something writes who did it, from where, and in which project",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const at = await product();
    const told: string[] = [];
    for (const e of changing) {
      const plant = await callerOf(at, e);
      const before = (await entries(at.db)).length;
      const { status, body } = await at.ask(e, all(plant.ids), plant.owner);
      const [entry] = (await entries(at.db)).slice(before);
      const elsewhere = ELSEWHERE[e.name];
      if (elsewhere !== undefined) {
        if (!body.includes(`"code":"${elsewhere.code}"`)) told.push(`${e.name}: ${status} ${body}`);
        continue;
      }
      if (status >= 400) told.push(`${e.name} is refused: ${status} ${body}`);
      if ((entry === undefined) !== (UNWRITTEN[e.name] !== undefined)) {
        told.push(`${e.name}: ${entry === undefined ? "no entry" : `${entry.action}, though it is excused`}`);
      }
      if (entry === undefined) continue;
      if (entry.account_id !== plant.account_id) told.push(`${e.name}: who?`);
      if (entry.address !== "127.0.0.1") told.push(`${e.name}: from where?`);
      const isOfProject =
        JSON.stringify([e.refusals]).includes(".not_found") &&
        !/ApiKey$|ReportTemplate$|Webhook|^redeliver$/.test(e.name) &&
        e.access !== "platform" &&
        apiByDomain["identity"]?.includes(e) !== true;
      if (isOfProject && entry.project_id !== plant.project_id) told.push(`${e.name}: in which project?`);
      if (!/^[a-z_]+\.[a-z_]+$/.test(entry.action)) told.push(`${e.name}: ${entry.action}`);
    }
    expect(told).toEqual([]);
    expect(changing.length).toBeGreaterThan(35);
  },
);

/** What all tables but those of the callers' own doing hold, as one text by table. */
async function held(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> all('{audit_event,sign_in_failure}')`.execute(db);
  const digests = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: one } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(name)} t`.execute(db);
    digests.set(name, one[0]?.digest ?? "");
  }
  return digests;
}

test("a change whose entry cannot be written does not happen", { timeout: TIME_LIMIT_MS }, async () => {
  const at = await product();
  const told: string[] = [];
  const written = changing.filter((e) => UNWRITTEN[e.name] === undefined && ELSEWHERE[e.name] === undefined);
  const plants = new Map<string, Awaited<ReturnType<typeof callerOf>>>();
  for (const e of written) plants.set(e.name, await callerOf(at, e));
  await sql`create function no_entry() returns trigger language plpgsql as
      $$ begin raise exception 'the log is full'; end $$`.execute(at.db);
  await sql`create trigger no_entry before insert on audit_event for each row execute function no_entry()`.execute(
    at.db,
  );
  for (const e of written) {
    const plant = plants.get(e.name);
    if (plant === undefined) throw new RangeError(e.name);
    const before = await held(at.db);
    const { status } = await at.ask(e, all(plant.ids), plant.owner);
    if (status !== 500) told.push(`${e.name}: ${status}`);
    const after = await held(at.db);
    const changed = [...after].filter(([name, digest]) => before.get(name) !== digest);
    told.push(...changed.map(([name]) => `${e.name} changed ${name}`));
  }
  expect(told).toEqual([]);
});
