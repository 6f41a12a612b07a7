import { dataQuality, localDay, qualityMarks, type Day, type QualityEvent } from "@heliograph/contract";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { spanOfDay } from "../../energy/index.ts";
import { accessToMany, inProject } from "../../fleet/index.ts";
import { kpiDaysWithDevices, kpiProject } from "../../kpi/index.ts";
import {
  correctedDays,
  ledgerNotes,
  qualityDays,
  qualityDevices,
  qualityQuarters,
  refusedDays,
} from "./data-quality.sql.ts";
import { reportedDays } from "./production-due.sql.ts";
import { qualityAnswer } from "./quality-answer.ts";
import { daysToLookInto, dueDevices, outagesIn } from "./quality-due-devices.ts";
import type { VerdictOf } from "./quality-events.ts";
import type { Outage } from "./quality-gaps.ts";
import { qualityMarkRows } from "./quality-marks.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;
/** Notes of the ledger, and days with corrections, that are read at once: the newest. */
const NOTES = 5000;
/** Days of which it is told what the silence was: the newest. */
const JUDGED_DAYS = 60;

/** Serves how far the data of projects can be trusted. `now` gives ms since 1970. */
export function dataQualityRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(dataQuality, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const { from_date, to_date } = query;
      const range = { from_date, to_date };
      const nowMs = now();
      const devices = await qualityDevices(tx, access);
      const days = await qualityDays(tx, access, range);
      const reported = await reportedDays(tx, access, range);
      const asked = { place: access, ...range, nowMs, devices, days, reported };
      const due = dueDevices(asked);
      const quarters = await qualityQuarters(tx, access, daysToLookInto(due));
      const outages = outagesIn(due, quarters, access);
      const span = {
        from_ms: spanOfDay(access.timezone, from_date).start,
        to_ms: spanOfDay(access.timezone, to_date).end,
      };
      return qualityAnswer({
        ...asked,
        due,
        quarters,
        outages,
        notes: await ledgerNotes(tx, access, span, NOTES),
        corrections: await correctedDays(tx, access, span, NOTES),
        refused: await refusedDays(tx, access, range),
        verdictOf: await verdictsOf(tx, access.project_id, { outages, timezone: access.timezone, nowMs }),
      });
    }),
  );

  serve(qualityMarks, async ({ body, session }) => {
    const projects = await accessToMany(db, session, body.project_uids, LOOK);
    const who = {
      account_id: session.account_id,
      projects: projects.map(({ project_id }) => project_id),
    };
    const marks = await asAccount(db, who, (tx) => qualityMarkRows(tx, projects, body, new Date(now())));
    return { marks };
  });
}

/** What the counters say of the silences, by device and day, as availability has it. */
async function verdictsOf(
  tx: Tx,
  project_id: number,
  of: { readonly outages: readonly Outage[]; readonly timezone: string; readonly nowMs: number },
): Promise<VerdictOf> {
  const all = new Set(
    of.outages.flatMap(({ silences }) => silences.map((one) => localDay(of.timezone, one.from_ms))),
  );
  const days = [...all].toSorted().slice(-JUDGED_DAYS);
  const judged =
    days.length === 0 ? [] : await kpiDaysWithDevices(tx, await kpiProject(tx, project_id), days, of.nowMs);
  const verdicts = new Map<string, QualityEvent["verdict"]>();
  for (const { day, devices } of judged) {
    for (const { device_id, silence } of devices) {
      const kinds = (["communication", "outage", "partial", "pending"] as const).filter(
        (kind) => silence[kind] > 0,
      );
      const [kind] = kinds;
      if (kind !== undefined) verdicts.set(`${device_id} ${day}`, kinds.length > 1 ? "partial" : kind);
    }
  }
  return (device_id: number, day: Day) => verdicts.get(`${device_id} ${day}`) ?? null;
}
