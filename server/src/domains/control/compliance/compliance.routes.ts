import {
  addDays,
  COMPLIANCE_LIMITS,
  isBeingMade,
  localDay,
  makeNzeProof,
  nzeCompliance,
  nzeComplianceDay,
  nzeDrills,
  nzeProofFile,
  nzeProofs,
  NZE_RULE_AT_FIRST,
  startOfDay,
  type NzeDayDetails,
  type NzeProof,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { documentSigner } from "../../../platform/documents/sign-pdf.ts";
import type { FileStore } from "../../../platform/files.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { addJob } from "../../../platform/jobs/jobs.ts";
import { Problem } from "../../../platform/problem.ts";
import { inProject, projectOfGateway } from "../../fleet/index.ts";
import {
  complianceGateway,
  drillDays,
  gridCurve,
  longestInterval,
  nzeDaysBetween,
  rulesBetween,
  tracedDrills,
  type ComplianceGateway,
  type NzeDayKept,
} from "./compliance.sql.ts";
import { monthSummary } from "./month-summary.ts";
import { proofFile, proofFilesOf } from "./proof-files.sql.ts";
import { proofTask } from "./proof.jobs.ts";
import {
  basisOf,
  insertProof,
  monthSpan,
  newestProofs,
  proofBy,
  proofFacts,
  type ProofRow,
} from "./proof.sql.ts";

/** About a violation so much is shown at least before and after, s. */
const ABOUT_S = 60;

/** Serves how gateways kept to zero export, and its proofs, whose files lie in `documents`. `now` gives ms since 1970. */
export function complianceRoutes(serve: Serve, db: Db, documents: FileStore, now: () => number): void {
  serve(nzeCompliance, ({ query: { gateway_uid, month }, session }) =>
    ofGateway(db, session, gateway_uid, async (tx, of) => {
      const span = monthSpan(month);
      const days = await nzeDaysBetween(tx, of.gateway_id, span);
      const { before } = await rulesBetween(tx, of.gateway_id, { from_ms: now(), to_ms: now() + 1 });
      const { project_id: _p, gateway_id: _g, interval_s: _i, ...shown } = of;
      return {
        ...shown,
        rule: before ?? NZE_RULE_AT_FIRST,
        month,
        today: localDay(of.timezone, now()),
        summary: monthSummary(days),
        days: days.map(({ figures }) => figures),
        drill_days: await drillDays(tx, of, span),
      };
    }),
  );

  serve(nzeComplianceDay, ({ query: { gateway_uid, day }, session }) =>
    ofGateway(db, session, gateway_uid, (tx, of) => dayDetails(tx, of, day, now())),
  );

  serve(nzeDrills, ({ query: { gateway_uid, page, items_page: limit }, session }) =>
    ofGateway(db, session, gateway_uid, (tx, of) =>
      tracedDrills(tx, of.gateway_id, { limit, offset: (page - 1) * limit }),
    ),
  );

  proofRoutes(serve, db, documents);
}

function proofRoutes(serve: Serve, db: Db, documents: FileStore): void {
  const shown = async (tx: Tx, row: ProofRow, basis: string | null): Promise<NzeProof> => ({
    proof_uid: row.proof_uid,
    lang: row.lang,
    state: row.state,
    asked_at: row.asked_at.toISOString(),
    made_at: row.state === "ready" ? (row.ended_at?.toISOString() ?? null) : null,
    from_day: row.from_day,
    to_day: row.to_day,
    pages: row.pages,
    minutes: row.minutes,
    ...(await proofFilesOf(tx, documents, row)),
    is_current: row.basis === basis,
  });

  serve(nzeProofs, ({ query: { gateway_uid, month }, session }) =>
    ofGateway(db, session, gateway_uid, async (tx, of) => {
      const rows = await newestProofs(tx, gateway_uid, month);
      const facts = rows.length === 0 ? undefined : await proofFacts(tx, of, month);
      const basis = facts === undefined ? null : basisOf(facts);
      const items: NzeProof[] = [];
      for (const row of rows) items.push(await shown(tx, row, basis));
      return { items, fingerprint: (await documentSigner(db)).fingerprint };
    }),
  );

  serve(makeNzeProof, async ({ body: { gateway_uid, month, lang }, session }) => {
    const { of, facts } = await ofGateway(db, session, gateway_uid, async (tx, gateway) => ({
      of: gateway,
      facts: await proofFacts(tx, gateway, month),
    }));
    if (facts === undefined) {
      throw new Problem(409, "proof.no_days", "No day of this month was judged yet");
    }
    const basis = basisOf(facts);
    const { from_day, to_day } = facts;
    const newest = async (tx: Tx) =>
      (await newestProofs(tx, gateway_uid, month)).find((row) => row.lang === lang);
    return db.transaction().execute(async (tx) => {
      const there = await newest(tx);
      const proof = there === undefined ? undefined : await shown(tx, there, basis);
      const isGood = proof !== undefined && proof.is_current && proof.is_valid === true;
      if (proof !== undefined && (isGood || isBeingMade(proof.state))) {
        return { message: isGood ? "The proof is ready" : "The proof is being made", proof };
      }
      const asked = { month, lang, basis, from_day, to_day, account_id: session.account_id };
      const proof_id = await insertProof(tx, of, asked);
      if (proof_id !== undefined) await addJob(tx, proofTask, { proof_id });
      const row = await newest(tx);
      if (row === undefined) throw new RangeError("a proof that was asked for is there");
      return { message: "The proof is being made", proof: await shown(tx, row, basis) };
    });
  });

  serve.download(nzeProofFile, async ({ query: { proof_uid, file }, session }) => {
    const row = await proofBy(db, { proof_uid });
    return inProject(db, session, row?.project_uid, { to: "look", noun: "proof" }, (tx) =>
      // Whoever may look at no project has been refused.
      row === undefined
        ? Promise.reject(new RangeError("a proof of no project"))
        : proofFile(tx, documents, row, file),
    );
  });
}

/** Does the work for whoever may look at the gateway; anyone else gets 404. */
async function ofGateway<R>(
  db: Db,
  session: Session,
  gateway_uid: string,
  work: (tx: Tx, of: ComplianceGateway) => Promise<R>,
): Promise<R> {
  const project = await projectOfGateway(db, gateway_uid);
  return inProject(db, session, project, { to: "look", noun: "gateway" }, async (tx) => {
    const of = await complianceGateway(tx, gateway_uid);
    if (of === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
    return work(tx, of);
  });
}

async function dayDetails(tx: Tx, of: ComplianceGateway, day: string, nowMs: number): Promise<NzeDayDetails> {
  const span = {
    from_ms: startOfDay(of.timezone, day),
    to_ms: startOfDay(of.timezone, addDays(day, 1)),
  };
  const [judged] = await nzeDaysBetween(tx, of.gateway_id, { from: day, to: day });
  const after = await nzeDaysBetween(tx, of.gateway_id, { from: addDays(day, 1), to: "2200-01-01" });
  const since = after.flatMap(({ figures }) => figures.longest_violation_s ?? []);
  const about = judged === undefined ? span : aboutLongest(judged, span, await longestInterval(tx, of, span));
  return {
    timezone: of.timezone,
    day: judged?.figures ?? null,
    violations: [...(judged?.violations ?? [])],
    curve: await gridCurve(tx, of, { ...about, most: COMPLIANCE_LIMITS.points }),
    rules_since: (await rulesBetween(tx, of.gateway_id, { from_ms: span.to_ms, to_ms: nowMs })).set,
    longest_since_s: since.length === 0 ? null : Math.max(...since),
    days_since: after.length,
  };
}

interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** The longest violation with what was before and after, as long as it and at least six readings; without one the day. */
function aboutLongest({ figures }: NzeDayKept, day: Span, interval_s: number): Span {
  const { longest_violation_at, longest_violation_s } = figures;
  if (longest_violation_at === null || !(longest_violation_s ?? 0)) return day;
  const at = Date.parse(longest_violation_at);
  const length = (longest_violation_s ?? 0) * 1000;
  const about = Math.max(length, ABOUT_S * 1000, 6000 * interval_s);
  return { from_ms: Math.max(day.from_ms, at - about), to_ms: Math.min(day.to_ms, at + length + about) };
}
