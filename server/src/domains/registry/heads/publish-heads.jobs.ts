// The head of each day goes where the operator of the platform cannot take it back (rule R41, decision 0157).
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Day, LogHead } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { requestOutside } from "../../../platform/outbound/request.ts";
import { hostAndPort } from "../../../platform/outbound/target.ts";
import { headOfDay, notePublication, unpublishedDays, type HeadPlace } from "./publication.sql.ts";

/** Where heads go. */
export interface HeadPlaces {
  /** A file that a line is added to each day: on a disk that others write too, or only ever add to, it binds the operator. */
  readonly file: string;
  /** Takes each head by POST, as JSON; null: there is none. */
  readonly webhook: string | null;
}

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES = 4096;
const ERROR_LENGTH = 500;

/** Five minutes after the day's end in GMT+8; what failed is tried again, and by every run until it is a week old. */
const publish = task({
  name: "registry.publish-heads",
  payload: nothing,
  queue: "registry.heads",
  starts: { cron: "5 16 * * *", atStart: true },
});

/** The head of a day as it is published. */
type DayHead = LogHead & { readonly day: Day };

/** Publishes heads at the places. */
export const publishHeadsWork = (places: HeadPlaces): Work =>
  does(publish, async (_, { db }) => publishHeads(db, places, Date.now()));

/**
 * Publishes the head of each day that is over and not at each place yet, the oldest first. What cannot be put somewhere is noted there and keeps no other
 * from being tried; throws at the end then. `now`: ms since 1970.
 */
export async function publishHeads(db: Db, { file, webhook }: HeadPlaces, now: number): Promise<void> {
  const ways: readonly (readonly [HeadPlace, (head: DayHead) => Promise<void>])[] = [
    ["file", (head) => addLine(file, head)],
    ...(webhook === null ? [] : [["webhook", (head: DayHead) => send(webhook, head)] as const]),
  ];
  const faults: unknown[] = [];
  for (const [place, put] of ways) {
    for (const day of await unpublishedDays(db, place, now)) {
      const head = await headOfDay(db, day);
      if (head === undefined) continue;
      const error = await put({ day, ...head }).then(
        () => null,
        (fault: unknown) => fault,
      );
      await notePublication(db, { day, place, head, error: error === null ? null : wordsOf(error) });
      if (error !== null) faults.push(error);
    }
  }
  if (faults.length > 0) {
    throw new AggregateError(faults, `${faults.length} heads of the certificate log were not published`);
  }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH);

/** Adds the head as a line of JSON to the file, durably; nothing that is there is changed. */
async function addLine(path: string, head: DayHead): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "a", 0o644);
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Hands the head to whoever keeps it. Throws unless the answer is one of success. The operator vouches for the address. */
async function send(url: string, head: DayHead): Promise<void> {
  const result = await requestOutside(
    {
      url,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(head),
      timeout_ms: TIMEOUT_MS,
      most_bytes: ANSWER_BYTES,
    },
    [hostAndPort(new URL(url))],
  );
  if (result.kind === "answer" && result.status >= 200 && result.status < 300) return;
  throw new Error(
    result.kind === "answer" ? `The answer was ${result.status}` : `${result.kind}: ${result.why}`,
  );
}
