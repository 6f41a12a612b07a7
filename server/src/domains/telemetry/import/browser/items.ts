// Imports as their list shows them.
import type { ImportItem } from "@heliograph/contract";
import type { ImportFileRow } from "./files.sql.ts";
import type { ImportRow } from "./imports.sql.ts";

/** The imports with their files, how far they are, and what became of them; `account_id`: who asks. */
export function itemsOf(
  rows: readonly (ImportRow & { readonly by: string | null })[],
  files: readonly ImportFileRow[],
  account_id: number,
): ImportItem[] {
  return rows.map((row) => {
    const { result, trial } = row;
    return {
      import_uid: row.import_uid,
      state: row.state,
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
      files: files.filter(({ import_id }) => import_id === row.import_id).map(({ name }) => name),
      presets: [...(result?.presets ?? [])],
      devices: [...(result?.devices ?? trial?.devices.map(({ serial }) => serial) ?? [])],
      by: row.by === null ? null : { name: row.by, is_you: row.created_by === account_id },
      ...progressOf(row, Date.now()),
      stored: result?.stored ?? 0,
      completed: result?.completed ?? 0,
      there: result?.there ?? 0,
      refused: result?.refused ?? trial?.refused ?? 0,
      days: result?.days ?? trial?.days ?? 0,
      energy_wh: result?.energy_wh ?? null,
      fault: row.fault,
    };
  });
}

/** Storing is slow enough to be told after this share of it. */
const TOLD_FROM = 0.02;

function progressOf(
  { state, rows_read, trial, started_at }: ImportRow,
  now: number,
): Pick<ImportItem, "progress" | "left_s"> {
  if (state === "waiting") return { progress: 0, left_s: null };
  if (state !== "storing" || trial === null || trial.rows === 0) return { progress: null, left_s: null };
  const progress = Math.min(1, rows_read / trial.rows);
  const spent = started_at === null ? 0 : (now - started_at.getTime()) / 1000;
  const left_s = progress < TOLD_FROM ? null : Math.ceil((spent * (1 - progress)) / progress);
  return { progress, left_s };
}
