// Makes everything that is derived from a project's readings anew, into the same tables.
import type { Day } from "@heliograph/contract";
import type pg from "pg";
import type { Pools } from "../../../platform/db.ts";
import { foldJobs } from "./ledger-fold.jobs.ts";
import { forgetFaults, noteFaults } from "./ledger-faults.sql.ts";
import { rebuildJob } from "../fold/ledger-job.ts";
import { attempted, boundTo, holdLedger } from "./ledger-locks.sql.ts";
import { monthsOfDays, writeMonths } from "./ledger-months.sql.ts";
import { changedDevices } from "./ledger-read.sql.ts";
import { repack } from "../slots/chart-slots.sql.ts";
import type { DeviceResult } from "./device-result.ts";
import { writeResults } from "./ledger-write.sql.ts";
import { fillReportedDays } from "./reported-energy.sql.ts";
import {
  deviceIdsOf,
  forgetDerived,
  forgetLatest,
  monthsSummed,
  newestLive,
  readingsSpan,
} from "./rebuild.sql.ts";

const DAY_MS = 86_400_000;

interface RebuildOptions {
  /** Days before this one are taken to be right; null: from the first reading on. */
  readonly from: Day | null;
  /** Hears after each device how many are done. */
  readonly progress?: (done: number, of: number) => void;
}

/** What became of a project's devices. */
interface Rebuilt {
  readonly devices: number;
  readonly readings: number;
  readonly faults: readonly { readonly device_id: number; readonly message: string }[];
}

/**
 * Makes quarter hours, days, months, packed hours, events, frontiers and latest values of the project's devices anew from their
 * readings, one transaction a device. What was right stays as it is. May run beside the server: a pass of its worker
 * waits for the device that is being worked on, and readings that arrive meanwhile are taken by the next pass.
 */
export async function rebuildProject(
  { pool }: Pick<Pools, "pool">,
  projectId: number,
  { from, progress }: RebuildOptions,
): Promise<Rebuilt> {
  const client = await pool.connect();
  try {
    const devices = await deviceIdsOf(client, projectId);
    const faults: { device_id: number; message: string }[] = [];
    let readings = 0;
    for (const [index, device_id] of devices.entries()) {
      const device = { project_id: projectId, device_id };
      const done = await boundTo(client)
        .transaction()
        .execute(async (tx) => {
          await holdLedger(tx);
          return rebuildDevice(client, device, from);
        });
      readings += done.readings;
      if (done.fault !== null) faults.push({ device_id, message: done.fault });
      progress?.(index + 1, devices.length);
    }
    return { devices: devices.length, readings, faults };
  } finally {
    client.release();
  }
}

async function rebuildDevice(
  client: pg.ClientBase,
  device: { project_id: number; device_id: number },
  from: Day | null,
): Promise<{ readings: number; fault: string | null }> {
  const span = await readingsSpan(client, device);
  if (span === null) {
    await forgetDerived(client, device);
    await writeMonths(
      client,
      monthsOfDays(await fillReportedDays(client, [{ ...device, from: null, to: null }])),
    );
    return { readings: 0, fault: null };
  }
  const { since, until, readings } = span;
  // What is packed before the given day is taken to be right, as all that is derived; the day may begin earlier than in UTC.
  const packFrom = from === null ? since : Math.max(since, Date.parse(from) - DAY_MS);
  await repack(client, { ...device, since: packFrom, until }, from !== null);
  const [changed] = await changedDevices(client, [{ ...device, since, until }]);
  if (changed === undefined) return { readings: 0, fault: null };
  const { results, faults } = await foldJobs(client, [rebuildJob(changed, from)]);
  await noteFaults(client, faults);
  if (faults[0] !== undefined) return { readings, fault: faults[0].message };
  const written = await attempted(client, () => replaceAll(client, { ...device, from }, results));
  if ("error" in written) {
    const message = written.error instanceof Error ? written.error.message : String(written.error);
    await noteFaults(client, [{ ...device, since, until, message }]);
    return { readings, fault: message };
  }
  await forgetFaults(client, [device]);
  return { readings, fault: null };
}

async function replaceAll(
  client: pg.ClientBase,
  { project_id, device_id, from }: { project_id: number; device_id: number; from: Day | null },
  results: readonly DeviceResult[],
): Promise<void> {
  const device = { project_id, device_id };
  await forgetLatest(client, device);
  const liveAt = await newestLive(client, device);
  const summed = await monthsSummed(client, device);
  const gone = await writeResults(
    client,
    results.map((result) => ({
      ...result,
      liveAt,
      closings: result.closings.concat(unclosed(result, from)),
    })),
  );
  const days = results.flatMap((result) => result.days.map(({ day }) => ({ ...device, day })));
  const reported = await fillReportedDays(client, [{ ...device, from: null, to: null }]);
  await writeMonths(
    client,
    monthsOfDays([...days, ...gone, ...reported, ...summed.map((day) => ({ ...device, day }))]),
  );
}

/** The days that have no closing state: elsewhere the stored one would stay, here nothing stored is believed. */
function unclosed({ days }: DeviceResult, from: Day | null): DeviceResult["closings"] {
  return from === null ? days.filter(({ closing }) => closing === null) : [];
}
