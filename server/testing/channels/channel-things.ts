// What calls of mails and webhooks are tried with.
import { randomUUID } from "node:crypto";
import { newWebhookSecret } from "../../src/domains/notices/webhooks/webhook.sql.ts";
import type { Db } from "../../src/platform/db.ts";
import { READER } from "../calls/call-texts.ts";

/** A mail that was sent, a webhook of the account with a delivery, and a view of the desk that it has saved. */
export async function channelThings(db: Db, account: { account_id: number }) {
  return {
    mail: await sentMail(db),
    alarmView: await savedView(db, account),
    ...(await calledWebhook(db, account)),
  };
}

/** A view of the desk that the account has saved: its uid. */
export async function savedView(db: Db, { account_id }: { account_id: number }): Promise<string> {
  const { alarm_view_uid } = await db
    .insertInto("alarm_view")
    .values({
      account_id,
      name: "Mine",
      filters: JSON.stringify({
        view: "mine",
        project_uids: [],
        severity: null,
        kind: null,
        who: "anybody",
        filter_by: "",
        order_by: "cost",
      }),
    })
    .returning("alarm_view_uid")
    .executeTakeFirstOrThrow();
  return alarm_view_uid;
}

/** A mail that was sent. */
async function sentMail(db: Db): Promise<string> {
  const { mail_uid } = await db
    .insertInto("mail")
    .values({
      key: randomUUID(),
      address: READER,
      language: "en",
      subject: "Report",
      text: "Here.",
      state: "sent",
    })
    .returning("mail_uid")
    .executeTakeFirstOrThrow();
  return mail_uid;
}

/** A webhook of the account at an address that is refused, and a delivery of it that has failed. */
async function calledWebhook(db: Db, { account_id }: { account_id: number }) {
  const { sealed_secret } = await newWebhookSecret(db, account_id);
  const { webhook_id, webhook_uid } = await db
    .insertInto("webhook")
    .values({
      account_id,
      name: "Control room",
      url: "http://127.0.0.1:1/",
      events: ["alarm.opened"],
      sealed_secret,
    })
    .returning(["webhook_id", "webhook_uid"])
    .executeTakeFirstOrThrow();
  const { delivery_uid } = await db
    .insertInto("webhook_delivery")
    .values({ webhook_id, key: randomUUID(), event: "alarm.opened", body: "{}", state: "failed" })
    .returning("delivery_uid")
    .executeTakeFirstOrThrow();
  return { webhook: webhook_uid, delivery: delivery_uid };
}
