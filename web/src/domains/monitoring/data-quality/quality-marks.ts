// Which figures had something noted about their data: asked for many projects at once, kept for each.
import { addDays, daysBetween, type Day } from "@heliograph/contract/kernel/time";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { QUALITY_LIMITS, qualityMarks } from "@heliograph/contract/monitoring/data-quality/quality-marks";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../platform/call.ts";

type Mark = Answer<typeof qualityMarks>["marks"][number];

interface Asking {
  readonly uid: string;
  readonly done: (marks: readonly Mark[]) => void;
  readonly fail: (error: unknown) => void;
}

/** What waits to be asked, by range. */
const waiting = new Map<string, Asking[]>();

/** Asks for all projects of a range that were wanted by now, so many at a time as one call takes. */
async function askAll(key: string, range: { from_date: Day; to_date: Day }) {
  const all = waiting.get(key) ?? [];
  waiting.delete(key);
  for (let at = 0; at < all.length; at += QUALITY_LIMITS.projects) {
    const some = all.slice(at, at + QUALITY_LIMITS.projects);
    try {
      const project_uids = some.map(({ uid }) => uid);
      const { marks } = await call(qualityMarks, { body: { project_uids, ...range } });
      for (const { uid, done } of some) done(marks.filter((mark) => mark.project_uid === uid));
    } catch (error) {
      for (const { fail } of some) fail(error);
    }
  }
}

function marksOf(uid: string, range: { from_date: Day; to_date: Day }): Promise<readonly Mark[]> {
  return new Promise((done, fail) => {
    const key = `${range.from_date} ${range.to_date}`;
    const all = waiting.get(key);
    if (all === undefined) {
      waiting.set(key, [{ uid, done, fail }]);
      // What is shown with it asks by then.
      setTimeout(() => void askAll(key, range), 0);
    } else all.push({ uid, done, fail });
  });
}

const MINUTE_MS = 60_000;

/** The marks of a project in the range, or in the last days of it that may be asked for. */
export function marksQuery(uid: string, { from, to }: { from: Day; to: Day }) {
  const first = addDays(to, 1 - QUALITY_LIMITS.days);
  const range = { from_date: from < first ? first : from, to_date: to };
  return queryOptions({
    queryKey: [qualityMarks.name, uid, range] as const,
    queryFn: () => marksOf(uid, range),
    enabled: daysBetween(range.from_date, range.to_date).length > 0,
    staleTime: MINUTE_MS,
    retry: false,
  });
}
