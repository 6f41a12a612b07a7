// One request as its page shows it: the statement by day, every check, the balance, and what the way out of a check would make.
import { addDays, type IssuanceBalance, type IssuanceRecord } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { frameOf, type Actor } from "../../parties/index.ts";
import { evidenceOf } from "../evidence/evidence.sql.ts";
import { packHash } from "../generation/pack-file.ts";
import { whOf, type OverPieces, type Piece } from "../generation/pieces.ts";
import { requestState, type RequestState } from "./issuance-facts.sql.ts";
import { issuanceKind } from "./issuance-kind.sql.ts";
import { isOpenTo } from "./issuance-record.sql.ts";
import { reviewOf } from "./issuance-review.sql.ts";
import { requestHead, nextWithDeadline } from "./issuance-list.sql.ts";
import { frozenDays, type IssuanceRow } from "./issuance.sql.ts";
import type { MadeDay } from "../generation/made-statement.sql.ts";
import { batchesOf, plannedBatches } from "./mint.sql.ts";
import { submittedPack } from "./submissions.sql.ts";
import { restatedOf } from "./corrections/restated.sql.ts";

/** States in which the statement follows the readings; in the others it is the frozen one. */
const isOpen = ({ status }: IssuanceRow): boolean => status === "draft" || status === "to_resubmit";

/** The answer of the page. */
export async function issuancePage(db: Db, row: IssuanceRow, actor: Actor): Promise<IssuanceRecord> {
  const state = await requestState(db, row);
  const days = isOpen(row) || state.frozen === undefined ? state.made.days : await frozenDays(db, row);
  const isFinal = ["approved", "rejected", "withdrawn"].includes(row.status);
  const over = overAt(row, state);
  const planned = isFinal ? [] : (await plan(db, row, state, { over, days })).batches;
  const done = row.status === "approved" ? await batchesOf(db, row) : [];
  const balance = balanceOf(over, days, isFinal ? row.quantity : null);
  const { device } = state;
  const frame = await frameOf(db, issuanceKind, row, actor);
  return {
    ...frame,
    actions: frame.actions.filter((action) => isOpenTo(row, action)),
    next: nextWithDeadline(frame.next, row, device.timezone),
    ...requestHead(row, { ...device, name: device.english_name }),
    quantity: isFinal ? row.quantity : balance.quantity,
    timezone: device.timezone,
    days: days.map(shownDay),
    // What a record at its end was checked for is history.
    checks: isFinal ? [] : state.checks.map((check) => ({ ...check, params: { ...check.params } })),
    balance,
    serials: [...planned, ...done].map(({ code, quantity }) => ({ code, first: 1, last: quantity })),
    shorter: isOpen(row) ? await shorter(db, row, state, over) : null,
    statement:
      state.frozen === undefined
        ? null
        : {
            version: state.frozen.version,
            hash: isOpen(row) ? state.made.hash : state.frozen.hash,
            made_at: state.frozen.made_at.toISOString(),
          },
    pack_sha256: isOpen(row) ? null : hashed(await submittedPack(db, row)),
    meters: metersOf(state),
    project_uid: await projectSeen(db, actor, device.project_id),
    corrects: await corrected(db, row),
    restated: await restatedOf(db, row, state, actor),
    suspended_because: isFinal ? null : state.suspended_because,
    documents: await evidenceOf(db, row.record_uid),
    declared: await declaredOf(db, row),
    reviewer: await reviewerOf(db, row),
    review: await reviewOf(db, row, state.made.days),
  };
}

/** A day of the statement as the page has it. */
const shownDay = (made: MadeDay): IssuanceRecord["days"][number] => ({
  day: made.day,
  wh: made.wh,
  meter_wh: made.meter_wh,
  inverter_wh: made.inverter_wh,
  exported_wh: made.exported_wh,
  supply_wh: made.supply_wh,
  maximum_wh: made.maximum_wh,
  source: made.source,
  evidence: made.evidence,
  complete_permille: made.complete_permille,
  is_settled: made.is_settled,
});

/** What was over when the request was approved is in its statement; until then it is what is over now. */
function overAt({ status }: IssuanceRow, { carried, debt_wh, frozen }: RequestState): OverPieces {
  if (status !== "approved" || frozen === undefined) return { carried, debt_wh };
  const { carry_wh } = frozen;
  return { carried: carry_wh > 0 ? [{ day: "", wh: carry_wh }] : [], debt_wh: frozen.debt_wh };
}

const piecesOf = (days: readonly Pick<MadeDay, "day" | "wh">[]): Piece[] =>
  days.flatMap(({ day, wh }) => (wh === null ? [] : [{ day, wh }]));

const plan = (
  db: Db,
  row: IssuanceRow,
  { device }: RequestState,
  { over, days }: { over: OverPieces; days: readonly MadeDay[] },
) => plannedBatches(db, device, row, { over, days: piecesOf(days) });

/** The arithmetic of the request. `made`: certificates of one at its end; null: what would be made. */
function balanceOf(over: OverPieces, days: readonly MadeDay[], made: number | null): IssuanceBalance {
  const [carry_wh, counted_wh] = [whOf(over.carried), whOf(piecesOf(days))];
  const balance_wh = carry_wh - over.debt_wh + counted_wh;
  const quantity = made ?? Math.max(0, Math.floor(balance_wh / 1_000_000));
  const { debt_wh } = over;
  return {
    carry_wh,
    debt_wh,
    counted_wh,
    balance_wh,
    quantity,
    carry_out_wh: balance_wh - quantity * 1_000_000,
  };
}

const sum = (batches: readonly { readonly quantity: number }[]): number =>
  batches.reduce((total, { quantity }) => total + quantity, 0);

/** Where days are missing or open: the days before them, and those after as a second draft. */
async function shorter(db: Db, row: IssuanceRow, state: RequestState, over: OverPieces) {
  const { days } = state.made;
  const stops = days.filter(({ wh, is_settled }) => wh === null || !is_settled);
  const [first] = stops;
  if (first === undefined || first.day === row.from_day) return null;
  const to_day = addDays(first.day, -1);
  // The days after the last of the run that begins there; a second run stops the second draft in its turn.
  let end = first.day;
  while (stops.some(({ day }) => day === addDays(end, 1))) end = addDays(end, 1);
  const rest_from_day = end < row.to_day ? addDays(end, 1) : null;
  const before = await plan(db, row, state, { over, days: days.filter(({ day }) => day <= to_day) });
  const after = days.filter(({ day }) => rest_from_day !== null && day >= rest_from_day);
  const rest = await plan(db, row, state, { over: before.rest, days: after });
  return { to_day, quantity: sum(before.batches), rest_from_day, rest_quantity: sum(rest.batches) };
}

const hashed = (pack: string | null): string | null => (pack === null ? null : packHash(pack));

const metersOf = ({ made }: RequestState): IssuanceRecord["meters"] =>
  made.counted.map(({ unit: { unit_uid, maker, serial, role }, parts }) => ({
    unit_uid,
    maker,
    serial,
    role,
    parts,
  }));

/** The project for whoever is a member of it: readings open for nobody else (R30). */
async function projectSeen(db: Db, actor: Actor, project_id: number | null): Promise<string | null> {
  if (project_id === null || actor.account_id === null) return null;
  const row = await db
    .selectFrom("project")
    .innerJoin("project_member", "project_member.project_id", "project.project_id")
    .select("project.project_uid")
    .where("project.project_id", "=", project_id)
    .where("project_member.account_id", "=", actor.account_id)
    .where("project.removed_at", "is", null)
    .executeTakeFirst();
  return row?.project_uid ?? null;
}

async function corrected(db: Db, { corrects }: IssuanceRow): Promise<IssuanceRecord["corrects"]> {
  if (corrects === null) return null;
  const row = await db
    .selectFrom("issuance")
    .select(["record_uid", "number"])
    .where("issuance_id", "=", corrects)
    .executeTakeFirst();
  return row ?? null;
}

async function declaredOf(db: Db, { issuance_id }: IssuanceRow): Promise<IssuanceRecord["declared"]> {
  return db
    .selectFrom("declared_day")
    .select(["day", "wh", "evidence_uid"])
    .where("issuance_id", "=", issuance_id)
    .orderBy("day")
    .execute();
}

/** Who of the issuers took the request for review last. */
async function reviewerOf(db: Db, { record_uid }: IssuanceRow): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select a.display_name as name from status_event e join account a on a.account_id = e.actor_id
    where e.entity = ${issuanceKind.life.entity} and e.record_uid = ${record_uid} and e.action = 'take'
    order by e.status_event_id desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}
