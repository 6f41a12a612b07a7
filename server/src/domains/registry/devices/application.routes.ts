import {
  actOnDeviceApplication,
  createDeviceApplication,
  DEVICE_APPROVALS,
  DEVICE_LIFE,
  deviceGuards,
  isOverridable,
  getDeviceApplication,
  listDeviceApplications,
  listDeviceProjects,
  saveDeviceApplication,
  wattsOfMegawatts,
  type DeviceApplication,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import {
  TRADERS,
  accountMust,
  actorFor,
  actorOf,
  asActor,
  auditRecord,
  changedByOther,
  findRecord,
  frameOf,
  nextNumber,
  nextStepsOf,
  mustHaveRole,
  noSuchRecord,
  notPossible,
  once,
  recordBegan,
  runRecordCommand,
  type Actor,
} from "../../parties/index.ts";
import { approvalFor, DEVICE_KIND } from "./application-kind.sql.ts";
import {
  applicationsOf,
  applicationsWaiting,
  insertApplication,
  mustHaveRoom,
  projectSeen,
  saveApplication,
  type ApplicationRow,
} from "./application.sql.ts";
import { beginSuccession } from "./begin-succession.sql.ts";
import { heldDocumentsOf } from "./document.sql.ts";
import { applicationDraft, applicationFacts, peakOfApplication } from "./facts.sql.ts";
import { folderOf } from "./folder.sql.ts";
import { fieldsOfGroup, groupAsked } from "./group.sql.ts";
import { storedAnswers } from "./stored-form.ts";
import { versionsOf } from "./version.sql.ts";

/** Serves applications to register devices: to the people of their account, and to issuers who decide about them. */
export function applicationRoutes(serve: Serve, db: Db): void {
  serve(listDeviceApplications, ({ query: { account, ...wanted }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const { rows, ...counts } = await applicationsOf(tx, actor, wanted);
      const next = await nextStepsOf(tx, DEVICE_KIND, rows, actor);
      const items = rows.map((row) => ({ ...row, next: next.get(row.record_uid) ?? null }));
      return { items, ...counts, waiting: await applicationsWaiting(tx, actor) };
    }),
  );

  serve(getDeviceApplication, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      return answerOf(tx, await applicationOf(tx, { actor, record_uid, lock: false }), actor);
    }),
  );

  serveDrafts(serve, db);

  serve(actOnDeviceApplication, ({ query: { account }, body, session, origin }) => {
    const { marks, overrides, owner_named, ...command } = body;
    const payload = { marks, overrides, owner_named };
    return runRecordCommand(db, DEVICE_KIND, { session, origin, account, body: command, payload });
  });

  serve(listDeviceProjects, ({ query: { account }, session }) =>
    db.transaction().execute(async (tx) => {
      await actorOf(tx, session, account);
      return { items: await projectsOf(tx, session) };
    }),
  );
}

function serveDrafts(serve: Serve, db: Db): void {
  serve(createDeviceApplication, ({ query: { account }, body: { key, ...asked }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "create", by: TRADERS });
      const command = { command: "device_application.create", key, request: { account, asked } };
      return once(tx, actor, command, async () => {
        const made = await begin(tx, actor, asked);
        const detail = { action: "create", status: "draft" };
        await auditRecord(tx, { session, origin }, { subject: made.number, detail });
        return made;
      });
    }),
  );

  serve(saveDeviceApplication, ({ query: { account, record_uid }, body, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      await accountMust(tx, actor, EDITING);
      const row = await applicationOf(tx, { actor, record_uid, lock: true });
      mustBeVersion(row, body.expected_version);
      mustHaveRole(actor, EDITING.action, ...TRADERS);
      mustBeEditable(row, "edit");
      const { answers, note } = body;
      const draft =
        row.type === "normal"
          ? body.draft
          : await fieldsOfGroup(tx, row, { draft: body.draft, at: actor.at });
      const known = row.plant_id;
      const who = { account_id: actor.account_id, known };
      const plant_id = await projectSeen(tx, draft.fields.project_uid, who);
      await saveApplication(tx, row.application_id, { draft, answers, note, plant_id });
      const saved = await applicationOf(tx, { actor, record_uid, lock: false });
      return answerOf(tx, saved, actor);
    }),
  );
}

/** What changes to an application are called, and that its account must be able to act. */
export const EDITING = { action: "edit", deed: "act" } as const;

/** The application, locked where `lock` says so; a deleted one is not there. Throws GEN-404. */
export async function applicationOf(
  tx: Tx,
  find: { actor: Actor; record_uid: string; lock: boolean },
): Promise<ApplicationRow> {
  const row = await findRecord(tx, DEVICE_KIND, find);
  if (row.status === "deleted") throw noSuchRecord();
  return row;
}

/** Refuses with GEN-422 where the application can not be changed in its state. */
export function mustBeEditable(row: ApplicationRow, action: string): void {
  if (row.status !== "draft" && row.status !== "to_resubmit") throw notPossible(DEVICE_LIFE, row, action);
}

function mustBeVersion(row: ApplicationRow, expected: number): void {
  if (row.version !== expected) throw changedByOther(row);
}

interface Asked {
  readonly type: "normal" | "grouped";
  readonly copy_of?: string | undefined;
  readonly folder_uid?: string | undefined;
  readonly succeeds?: string | undefined;
  readonly is_change: boolean;
}

/** Writes a new draft: empty, with the fields of another application of the account, or of the device that it will succeed. Throws GEN-404 and, beyond the limit, DEV-034. */
async function begin(tx: Tx, actor: Actor, { type, copy_of, folder_uid, succeeds, is_change }: Asked) {
  if (succeeds !== undefined) return beginSuccession(tx, actor, { code: succeeds, is_change });
  const business_account_id = actor.business_account_id ?? 0;
  await mustHaveRoom(tx, business_account_id);
  const copied =
    copy_of === undefined ? undefined : await applicationOf(tx, { actor, record_uid: copy_of, lock: false });
  const folder = folder_uid === undefined ? null : await folderOf(tx, actor, folder_uid);
  const number = await nextNumber(tx, DEVICE_KIND.prefix, actor.at);
  const row = await insertApplication(tx, {
    number,
    business_account_id,
    type: copied?.type ?? type,
    // The plant and the declarations of a copy are stated anew.
    fields:
      copied === undefined
        ? {}
        : { ...applicationDraft(copied).fields, project_uid: "", no_other_certificates: "" },
    members: [],
    folder_id: folder?.folder_id ?? null,
    copied_from: copied?.application_id ?? null,
    created_by: actor.account_id,
  });
  await recordBegan(tx, DEVICE_KIND, row, { actor, payload: { copy_of: copy_of ?? null } });
  return { record_uid: row.record_uid, number };
}

/** All that the answer about one application has. */
async function answerOf(tx: Tx, row: ApplicationRow, actor: Actor): Promise<DeviceApplication> {
  const { application_id } = row;
  const facts = await applicationFacts(tx, row, actor.at);
  const draft = applicationDraft(row);
  const members =
    row.type === "normal" ? [] : (await groupAsked(tx, row, { today: facts.today, at: actor.at })).members;
  const watts =
    row.type === "normal"
      ? (wattsOfMegawatts(draft.fields.capacity) ?? 0)
      : members.reduce((sum, { capacity_w }) => sum + capacity_w, 0);
  const frame = await frameOf(tx, DEVICE_KIND, row, actor);
  const overrides = deviceGuards(draft, facts).some(
    ({ state, code }) => state === "failed" && isOverridable(code),
  );
  const approval = approvalFor(watts, overrides);
  const isOther = (action: string) => DEVICE_APPROVALS.some((one) => one === action && one !== approval);
  const decides = actor.roles.includes("issuer");
  return {
    ...frame,
    actions: frame.actions.filter((action) => !isOther(action) || action === frame.second_person?.action),
    type: row.type,
    draft,
    documents: await heldDocumentsOf(tx, application_id),
    answers: storedAnswers(row.answers),
    note: row.note,
    facts: { ...facts, meters: [...facts.meters].map((meter) => ({ ...meter, roles: [...meter.roles] })) },
    members,
    versions: await versionsOf(tx, application_id),
    ...(await surroundingsOf(tx, row)),
    opened: row.opened_at !== null,
    peak: decides && row.status === "pending" ? await peakOfApplication(tx, row) : null,
  };
}

async function surroundingsOf(
  tx: Tx,
  { application_id }: ApplicationRow,
): Promise<Pick<DeviceApplication, "account" | "folder" | "device">> {
  const { rows } = await sql<{
    company: string;
    trade_account_id: string | null;
    folder_uid: string | null;
    folder_name: string | null;
    device_uid: string | null;
    code: string | null;
    valid_from: string | null;
    valid_to: string | null;
  }>`
    select b.company_name as company, b.trade_account_id, f.folder_uid, f.name as folder_name, r.device_uid, r.code,
      lower(r.valid)::text as valid_from, (upper(r.valid) - 1)::text as valid_to
    from device_application d join business_account b using (business_account_id) left join device_folder f using (folder_id)
      left join registered_device r on r.registered_device_id = d.registered_device_id
    where d.application_id = ${application_id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw noSuchRecord();
  const { company, trade_account_id, folder_uid, folder_name, device_uid, code, valid_from, valid_to } = row;
  return {
    account: { company, trade_account_id },
    folder: folder_uid === null ? null : { folder_uid, name: folder_name ?? "" },
    device:
      device_uid === null
        ? null
        : { device_uid, code: code ?? "", valid_from: valid_from ?? "", valid_to: valid_to ?? "" },
  };
}

/** Projects that the person may look at, by name; at most 500. */
async function projectsOf(tx: Tx, { account_id }: Session) {
  const { rows } = await sql<{
    project_uid: string;
    name: string;
    address: string;
    latitude: number;
    longitude: number;
    capacity_wp: number;
    commissioned_on: string | null;
    demonstration: boolean;
    is_owner: boolean;
  }>`
    select p.project_uid, p.name, p.address, p.latitude, p.longitude, p.capacity_wp, p.commissioned_on, p.demonstration,
      m.role = 'owner' as is_owner
    from project p join project_member m using (project_id)
    where m.account_id = ${account_id} and p.removed_at is null and p.project_type = 'pv'
    order by lower(p.name), p.project_id limit 500`.execute(tx);
  return rows;
}
