// The consent of owners of plants to what is registered of them (rule R10).
import { createHash } from "node:crypto";
import {
  getDeviceConsent,
  setDeviceConsent,
  type DeviceConsent,
  type SignedLanguage,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { audit, mustBeConfirmed } from "../../identity/index.ts";
import { noSuchRecord } from "../../parties/index.ts";
import { consentStatement } from "./consent-words.ts";
import { devicesAbout } from "./consent.sql.ts";
import { devicesOfPlant, followDevice } from "./registered/follow-device.sql.ts";

/** Serves the consent that an application asks for, to owners of its plant. */
export function consentRoutes(serve: Serve, db: Db): void {
  serve(getDeviceConsent, ({ query, session }) =>
    db.transaction().execute(async (tx) => shown(await askedOf(tx, session, query))),
  );

  serve(setDeviceConsent, ({ body: { consents, statement, ...of }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const asked = await askedOf(tx, session, of);
      await mustBeConfirmed(tx, session);
      if (statement !== asked.statement) {
        const message = "What you consent to has changed meanwhile. Reload and read it again.";
        throw new GuardRefusal(409, [{ code: "GEN-409", message }]);
      }
      const { address } = origin;
      if (consents) await sign(tx, asked, { account_id: session.account_id, address });
      else await withdraw(tx, asked, session.account_id);
      await audit(tx, {
        ...session,
        address,
        action: consents ? "consent.given" : "consent.withdrawn",
        subject: asked.project_uid,
        project_id: asked.project_id,
        after: { company: asked.company },
      });
      return shown(await askedOf(tx, session, of));
    }),
  );
}

interface Asked {
  readonly project_id: number;
  readonly project_uid: string;
  readonly project_name: string;
  readonly business_account_id: number;
  readonly company: string;
  readonly signed_at: Date | null;
  readonly signed_by: string | null;
  /** Codes of the devices that are suspended while no consent is in force. */
  readonly devices: string[];
  /** In the words and the language of the consent in force where there is one. */
  readonly statement: string;
  readonly language: SignedLanguage;
}

const shown = (asked: Asked): DeviceConsent => ({
  project: { project_uid: asked.project_uid, name: asked.project_name },
  company: asked.company,
  statement: asked.statement,
  language: asked.language,
  signed_at: asked.signed_at?.toISOString() ?? null,
  signed_by: asked.signed_by,
  devices: asked.devices,
});

/** What the application asks owners of its plant for. Throws GEN-404 for whoever is none of them. */
async function askedOf(
  tx: Tx,
  { account_id, key }: Session,
  { record_uid, language }: { record_uid: string; language: SignedLanguage },
): Promise<Asked> {
  const { rows } = await sql<
    Omit<Asked, "statement" | "language"> & { statement: string | null; language: SignedLanguage | null }
  >`
    select p.project_id, p.project_uid, p.name as project_name, b.business_account_id, b.company_name as company,
      c.signed_at, a.display_name as signed_by, c.statement, c.language, ${devicesAbout} as devices
    from device_application d join project p on p.project_id = d.plant_id join business_account b using (business_account_id)
      join project_member m on m.project_id = p.project_id and m.account_id = ${account_id} and m.role = 'owner'
      left join device_consent c on c.project_id = p.project_id and c.business_account_id = b.business_account_id
        and c.withdrawn_at is null
      left join account a on a.account_id = c.account_id
    where d.record_uid = ${record_uid} and d.status <> 'deleted' and p.removed_at is null
    for share of m`.execute(tx);
  const [row] = rows;
  if (row === undefined || key !== undefined) throw noSuchRecord();
  return {
    ...row,
    statement: row.statement ?? consentStatement(language, row),
    language: row.language ?? language,
  };
}

/** Signs the consent; what lacked it waits for the issuer. */
async function sign(
  tx: Tx,
  { project_id, business_account_id, statement, language, signed_at }: Asked,
  by: { account_id: number; address: string },
): Promise<void> {
  if (signed_at !== null) return;
  const statement_hash = createHash("sha256").update(statement).digest();
  await tx
    .insertInto("device_consent")
    .values({ project_id, business_account_id, statement, statement_hash, language, ...by })
    .execute();
  for (const { record_uid } of await devicesOfPlant(tx, { project_id, business_account_id })) {
    await followDevice(tx, record_uid);
  }
}

/** Ends the consent; what is registered by it is suspended. */
async function withdraw(
  tx: Tx,
  { project_id, business_account_id }: Asked,
  account_id: number,
): Promise<void> {
  await tx
    .updateTable("device_consent")
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_by: account_id })
    .where("project_id", "=", project_id)
    .where("business_account_id", "=", business_account_id)
    .where("withdrawn_at", "is", null)
    .execute();
  for (const { record_uid } of await devicesOfPlant(tx, { project_id, business_account_id })) {
    await followDevice(tx, record_uid, "The owner of the plant has withdrawn the consent");
  }
}
