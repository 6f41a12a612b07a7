// Proofs as they are asked for, made and kept.
import { createHash } from "node:crypto";
import {
  addDays,
  daysBetween,
  startOfDay,
  type NzeProof,
  type ProofLanguage,
  type ProofState,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { nzeDayFacts } from "../zero-export/nze-days.sql.ts";
import { nzeDaysBetween, rulesBetween, tracedDrills, type ComplianceGateway } from "./compliance.sql.ts";
import { gridMinutes, type GridMinute } from "./minutes.ts";
import type { ProofFacts } from "./proof-content.ts";

/** Drills that a proof lists. */
const DRILLS_LISTED = 40;

/** The first and the last day of a month like "2026-11". */
export function monthSpan(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  // No month is longer than 31 days.
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

/** What a proof of the gateway's month is made of, from the first judged day in it to the last; undefined: no day was judged. */
export async function proofFacts(
  db: Db,
  of: ComplianceGateway,
  month: string,
): Promise<ProofFacts | undefined> {
  const days = await nzeDaysBetween(db, of.gateway_id, monthSpan(month));
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const [from_day, to_day] = [first.figures.day, last.figures.day];
  const span = {
    from_ms: startOfDay(of.timezone, from_day),
    to_ms: startOfDay(of.timezone, addDays(to_day, 1)),
  };
  const drills = await tracedDrills(db, of.gateway_id, { limit: DRILLS_LISTED, offset: 0, ...span });
  return {
    project_name: of.project_name,
    timezone: of.timezone,
    gateway: of.gateway.alias,
    meter: of.meter?.alias ?? "–",
    from_day,
    to_day,
    days,
    rules: await rulesBetween(db, of.gateway_id, span),
    drills: drills.items,
  };
}

/** Names what a proof is made of: two proofs of the same basis say the same. */
export const basisOf = (facts: ProofFacts): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("hex");

/** Each minute of the days of the proof, read day by day. */
export async function proofMinutes(
  db: Db,
  { project_id, gateway_id, timezone }: ComplianceGateway,
  { from_day, to_day }: ProofFacts,
): Promise<GridMinute[]> {
  const minutes: GridMinute[] = [];
  for (const day of daysBetween(from_day, to_day)) {
    const span = { from_ms: startOfDay(timezone, day), to_ms: startOfDay(timezone, addDays(day, 1)) };
    const { samples } = await nzeDayFacts(db, { project_id, gateway_id, day }, span);
    for (const one of gridMinutes(samples, span)) minutes.push(one);
  }
  return minutes;
}

/** A proof as its row has it. */
export interface ProofRow {
  readonly proof_id: number;
  readonly proof_uid: string;
  readonly project_id: number;
  readonly project_uid: string;
  readonly gateway_uid: string;
  /** Like "2026-11". */
  readonly month: string;
  readonly lang: ProofLanguage;
  readonly state: ProofState;
  readonly basis: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly asked_at: Date;
  readonly asked_by: number | null;
  readonly ended_at: Date | null;
  readonly pages: number | null;
  readonly minutes: number | null;
  readonly pdf_uid: string | null;
  readonly csv_uid: string | null;
}

const PROOF = sql`
  select f.proof_id::float8 as proof_id, f.proof_uid, f.project_id, p.project_uid, g.gateway_uid, to_char(f.month, 'YYYY-MM') as month, f.lang,
    f.state, f.basis, f.from_day, f.to_day, f.asked_at, f.asked_by, f.ended_at, f.pages, f.minutes, f.pdf_uid, f.csv_uid
  from nze_proof f join gateway g on g.gateway_id = f.gateway_id and g.removed_at is null
  join project p on p.project_id = f.project_id and p.removed_at is null`;

/** The newest proof of the gateway's month in each language. */
export async function newestProofs(db: Db, gateway_uid: string, month: string): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    select distinct on (lang) * from (${PROOF} where g.gateway_uid = ${gateway_uid} and f.month = ${`${month}-01`}::date) n
    order by lang, proof_id desc`.execute(db);
  return rows;
}

/** The proof; undefined where there is none, or its gateway is gone. */
export async function proofBy(
  db: Db,
  by: { proof_uid: string } | { proof_id: number },
): Promise<ProofRow | undefined> {
  const which =
    "proof_uid" in by ? sql`f.proof_uid = ${by.proof_uid}` : sql`f.proof_id = ${by.proof_id}::int8`;
  const { rows } = await sql<ProofRow>`${PROOF} where ${which}`.execute(db);
  return rows[0];
}

/** Asks for a proof; undefined: one of the gateway, month and language is being made. */
export async function insertProof(
  tx: Tx,
  of: ComplianceGateway,
  asked: {
    month: string;
    lang: ProofLanguage;
    basis: string;
    from_day: string;
    to_day: string;
    account_id: number;
  },
): Promise<number | undefined> {
  const { month, lang, basis, from_day, to_day, account_id } = asked;
  const { rows } = await sql<{ proof_id: number }>`
    insert into nze_proof (project_id, gateway_id, month, lang, basis, from_day, to_day, asked_by)
    values (${of.project_id}, ${of.gateway_id}, ${`${month}-01`}::date, ${lang}, ${basis}, ${from_day}::date, ${to_day}::date, ${account_id})
    on conflict do nothing returning proof_id::float8 as proof_id`.execute(tx);
  return rows[0]?.proof_id;
}

/** Notes how far the proof has come. */
export async function proofReaches(
  db: Db,
  proof_id: number,
  state: Extract<NzeProof["state"], "reading" | "writing" | "signing" | "failed">,
): Promise<void> {
  await sql`
    update nze_proof set state = ${state}, ended_at = ${state === "failed" ? sql`now()` : null} where proof_id = ${proof_id}::int8`.execute(
    db,
  );
}

/** The proof is made: its files, and what it is made of. */
export async function proofIsReady(
  tx: Tx,
  proof_id: number,
  made: {
    pdf_uid: string;
    csv_uid: string;
    pages: number;
    minutes: number;
    basis: string;
    from_day: string;
    to_day: string;
  },
): Promise<void> {
  const { pdf_uid, csv_uid, pages, minutes, basis, from_day, to_day } = made;
  await sql`
    update nze_proof set state = 'ready', ended_at = now(), pdf_uid = ${pdf_uid}, csv_uid = ${csv_uid}, pages = ${pages}, minutes = ${minutes},
      basis = ${basis}, from_day = ${from_day}::date, to_day = ${to_day}::date
    where proof_id = ${proof_id}::int8`.execute(tx);
}
