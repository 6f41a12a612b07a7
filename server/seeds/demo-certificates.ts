// Certificates of the demonstration: what its people do with the drafts that the months bring, by the very commands that they would give.
import { localDay } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { runRecordCommand } from "../src/domains/parties/index.ts";
import { issuanceKind } from "../src/domains/registry/issuance/issuance-kind.sql.ts";
import { proposeDrafts } from "../src/domains/registry/issuance/issuance.jobs.ts";
import { does, nothing, task, type Work } from "../src/platform/jobs/jobs.ts";
import type { Db } from "../src/platform/db.ts";
import type { FileStore } from "../src/platform/files.ts";
import type { Session } from "../src/platform/http.ts";
import { GuardRefusal } from "../src/platform/problem.ts";
import { registerDemoDevices } from "./demo-devices.ts";
import { demoGreenCertificates } from "./demo-green.ts";
import { demoImports } from "./demo-imports.ts";
import { demoRedemptions } from "./demo-redemptions.ts";
import { withSessions } from "./demo-sessions.ts";

/** Drafts that one round takes, so that a worker's other jobs have their turn. */
const DRAFTS_A_ROUND = 10;
/** What no later reading mends: the request's deadline is over, or the days were before the registration. */
const HOPELESS = ["ISS-004", "ISS-005", "ISS-012", "ISS-016"];

const certificates = task({
  name: "demo.certificates",
  payload: nothing,
  queue: "demo.certificates",
  attempts: 1,
  starts: { everySeconds: 60 },
});

/** What the demonstration does by itself. `documents`: where proofs of payment are kept. */
export const demoWork = (documents: FileStore): readonly Work[] => [
  does(certificates, (_, { db }) => demoCertificates(db, documents)),
];

/**
 * Registers the plants of the demonstration once their history is there, and has its people decide on some drafts of months before the last: submitted by
 * the owner, approved by the issuer, deleted where their time is over. The drafts of the last month are left for whoever tries the demonstration, but for
 * green certificates. Some of the certificates are then redeemed, and some are imported.
 */
async function demoCertificates(db: Db, documents: FileStore): Promise<void> {
  if ((await registerDemoDevices(db)) > 0) await proposeDrafts(db, Date.now());
  await demoImports(db, documents);
  if (await decideSome(db)) return;
  await demoRedemptions(db, documents);
  await demoGreenCertificates(db, documents);
}

/** Whether any of the drafts that are due went on. */
async function decideSome(db: Db): Promise<boolean> {
  const drafts = await draftsToDecide(db);
  if (drafts.length === 0) return false;
  let moved = false;
  await withSessions(db, ["owner@demo.example", "issuer@demo.example"], async (owner, issuer) => {
    if (owner === undefined || issuer === undefined) return;
    for (const draft of drafts) moved = (await decide(db, draft, { owner, issuer })) || moved;
  });
  return moved;
}

interface OlderDraft {
  readonly record_uid: string;
  readonly account: string;
  readonly version: number;
  /** Guards that failed when its statement was frozen. */
  readonly failed: readonly string[];
}

async function draftsToDecide(db: Db): Promise<OlderDraft[]> {
  const { rows } = await sql<OlderDraft & Due>`
    select i.record_uid, b.business_account_uid as account, i.version, i.failed, d.timezone, i.registry, i.to_day::text
    from issuance i join business_account b using (business_account_id) join registered_device d using (registered_device_id)
    where i.status = 'draft' and b.demonstration and i.created_by is null and i.statement_version > 0
      and (i.failed = '{}' or i.failed && ${HOPELESS}::text[])
    order by i.to_day, i.issuance_id limit 1000`.execute(db);
  return rows.filter(isDue).slice(0, DRAFTS_A_ROUND);
}

interface Due {
  readonly timezone: string;
  readonly registry: string;
  readonly to_day: string;
}

/** Before the last month that is over by the clock of the device; green certificates, whose deadline is the end of the month after, at once. */
function isDue({ timezone, registry, to_day }: Due): boolean {
  if (registry === "GEC") return true;
  const month = localDay(timezone, Date.now()).slice(0, 7);
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
  return to_day.slice(0, 7) < last;
}

interface People {
  readonly owner: Session;
  readonly issuer: Session;
}

/** Submits and approves the draft, or deletes it where nothing can mend it; false: what the readings of the moment refuse stays a draft. */
async function decide(
  db: Db,
  { record_uid, account, version, failed }: OlderDraft,
  { owner, issuer }: People,
): Promise<boolean> {
  const command = (session: Session, action: "submit" | "approve" | "delete", expected_version: number) =>
    runRecordCommand(db, issuanceKind, {
      session,
      origin: { address: "127.0.0.1" },
      account: session === owner ? account : undefined,
      body: { record_uid, action, expected_version, key: randomUUID() },
      payload: {},
    });
  if (failed.length > 0) {
    await command(owner, "delete", version);
    return true;
  }
  try {
    const submitted = await command(owner, "submit", version);
    await command(issuer, "approve", submitted.version);
    return true;
  } catch (error) {
    if (!(error instanceof GuardRefusal)) throw error;
    return false;
  }
}
