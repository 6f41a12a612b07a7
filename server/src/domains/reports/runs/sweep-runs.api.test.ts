import { cancelRun, runDetails } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runPortal, runsMade } from "../../../../testing/reports/run-kit.ts";
import { sweepDocuments } from "../../../platform/documents/sweep-documents.jobs.ts";
import { sweepRuns } from "./sweep-runs.jobs.ts";

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS);

test("a run is listed for ninety days after its file is gone, and then goes; one that waits, or whose file is kept, stays", async () => {
  const at = await runPortal();
  const gone = await at.add({ title: "Gone" });
  const kept = await at.add({ title: "Kept", request: { kept: true }, kept_days: null });
  expect(await runsMade(at)).toEqual([]);
  const waits = await at.add({ title: "Waits" });
  const ended = await at.add({ title: "Ended", request: { other: true } });
  await at.api(cancelRun, { token: at.token, body: { run_uid: ended.run_uid } });
  const left = async () =>
    (await at.db.selectFrom("report_run").select("title").orderBy("run_id").execute()).map(
      ({ title }) => title,
    );
  // Its file is there still: what nobody swept is not gone.
  expect(await sweepRuns(at.db, { now: day(89) })).toBe(0);
  await sweepDocuments(at.db, at.store, { now: day(8) });
  expect(await sweepRuns(at.db, { now: day(91) })).toBe(1);
  expect(await left()).toEqual(["Gone", "Kept", "Waits"]);
  expect(await sweepRuns(at.db, { now: day(98) })).toBe(1);
  expect(await left()).toEqual(["Kept", "Waits"]);
  expect(await sweepRuns(at.db, { now: day(4000) })).toBe(0);
  expect((await at.details(kept.run_uid)).file).not.toBeNull();
  expect((await at.details(waits.run_uid)).state).toBe("queued");
  expect((await at.api(runDetails, { token: at.token, query: { run_uid: gone.run_uid } })).status).toBe(404);
});

test("a run that is in the history of a report stays, however old", async () => {
  const at = await runPortal();
  const { run_id } = await at.add();
  expect(await runsMade(at)).toEqual([]);
  await sql`
    with r as (
      insert into report (account_id, title, template_uid, blocks, lang, timezone, delivery_method, email_list, schedule, period,
        send_on, active)
      values (${at.plant.account_id}, 'Monthly', gen_random_uuid(), '[]', 'en', 'UTC', 'download', '{}', 'monthly', 'previous_month',
        '{}', false)
      returning report_id)
    insert into report_edition (run_id, report_id, from_day, to_day, lang, deliver)
    select ${run_id}, report_id, '2026-01-01', '2026-01-31', 'en', 'no' from r`.execute(at.db);
  const later = day(400);
  await sweepDocuments(at.db, at.store, { now: later });
  expect(await sweepRuns(at.db, { now: later })).toBe(0);
});
