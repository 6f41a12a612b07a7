import {
  addRecipient,
  archiveRecipient,
  changeRecipient,
  listRecipients,
  RECIPIENTS_MAX,
} from "@heliograph/contract";
import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import type { Db, Tx } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { actorFor, actorOf, noSuchRecord, TRADERS } from "../records/actor.sql.ts";
import { changedByOther } from "../records/may-act.sql.ts";

/** Serves the address book of business accounts. A change makes a new version; the one before stays for what used it. */
export function recipientRoutes(serve: Serve, db: Db): void {
  serveBook(serve, db);
  serveChanges(serve, db);
}

function serveBook(serve: Serve, db: Db): void {
  serve(addRecipient, ({ query: { account }, body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const business_account_id = await writer(tx, session, account);
      const { count } = await tx
        .selectFrom("recipient")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("business_account_id", "=", business_account_id)
        .where("is_current", "=", true)
        .where("archived_at", "is", null)
        .executeTakeFirstOrThrow();
      if (count >= RECIPIENTS_MAX) {
        throw new Problem(422, "RCP-001", `An account may have ${RECIPIENTS_MAX} recipients.`);
      }
      const added = await tx
        .insertInto("recipient")
        .values({ ...body, recipient_uid: randomUUID(), version: 1, business_account_id })
        .returning(["recipient_uid", "version"])
        .executeTakeFirstOrThrow();
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "recipient.added",
        subject: added.recipient_uid,
        after: body,
      });
      return added;
    }),
  );

  serve(listRecipients, ({ query: { account }, session }) =>
    db.transaction().execute(async (tx) => {
      const { business_account_id } = await actorOf(tx, session, account);
      const items = await tx
        .selectFrom("recipient")
        .select(["recipient_uid", "version", "name", "registration_number", "is_natural_person"])
        .select(["country", "city", "address", "postal_code"])
        .select(sql<"invoice" | "redemption_beneficiary" | "delivery">`type`.as("type"))
        .where("business_account_id", "=", business_account_id)
        .where("is_current", "=", true)
        .where("archived_at", "is", null)
        .orderBy("name")
        .orderBy("recipient_id")
        .limit(RECIPIENTS_MAX)
        .execute();
      return { items };
    }),
  );
}

function serveChanges(serve: Serve, db: Db): void {
  serve(changeRecipient, ({ query: { account }, body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const business_account_id = await writer(tx, session, account);
      const { recipient_uid, expected_version, ...values } = body;
      const before = await lockRecipient(tx, business_account_id, recipient_uid);
      const { recipient_id, created_at, ...kept } = before;
      // Each change writes the next version: when that was made is when it was changed.
      if (before.version !== expected_version) throw changedByOther({ changed_at: created_at });
      await tx
        .updateTable("recipient")
        .set({ is_current: false })
        .where("recipient_id", "=", recipient_id)
        .execute();
      const version = expected_version + 1;
      await tx
        .insertInto("recipient")
        .values({ ...kept, ...given(values), version })
        .execute();
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "recipient.changed",
        subject: recipient_uid,
        after: given(values),
      });
      return { version };
    }),
  );

  serve(archiveRecipient, ({ query: { account, recipient_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const business_account_id = await writer(tx, session, account);
      const { recipient_id } = await lockRecipient(tx, business_account_id, recipient_uid);
      await tx
        .updateTable("recipient")
        .set({ archived_at: sql<Date>`now()` })
        .where("recipient_id", "=", recipient_id)
        .execute();
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "recipient.archived",
        subject: recipient_uid,
      });
      return { message: "The recipient has been archived" };
    }),
  );
}

/** The account whose recipients the person may change. */
async function writer(tx: Tx, session: Session, account: string): Promise<number> {
  const actor = await actorFor(tx, session, account, { action: "changing recipients", by: TRADERS });
  if (actor.business_account_id === null) throw noSuchRecord();
  return actor.business_account_id;
}

async function lockRecipient(tx: Tx, business_account_id: number, recipient_uid: string) {
  const row = await tx
    .selectFrom("recipient")
    .selectAll()
    .where("recipient_uid", "=", recipient_uid)
    .where("business_account_id", "=", business_account_id)
    .where("is_current", "=", true)
    .where("archived_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw noSuchRecord();
  return row;
}
