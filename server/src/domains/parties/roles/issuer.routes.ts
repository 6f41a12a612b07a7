import { endIssuer, grantIssuer, listIssuers } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit, mustBeConfirmed } from "../../identity/index.ts";
import { noSuchRecord } from "../records/actor.sql.ts";
import { endGrants, grantRole, issuers, personWith } from "./grants.sql.ts";

/** Serves who decides for which registry and country, to platform operators. */
export function issuerRoutes(serve: Serve, db: Db): void {
  serve(listIssuers, async () => ({
    items: (await issuers(db)).map(({ since, ...one }) => ({ ...one, since: since.toISOString() })),
  }));

  serve(grantIssuer, ({ body: { email, registry, country }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      await mustBeConfirmed(tx, session);
      const person = await personWith(tx, email);
      if (person === undefined) throw new Problem(422, "ACC-009", "Nobody has an account with this address.");
      await grantRole(tx, {
        account_id: person.account_id,
        class: "issuer",
        registry,
        country,
        granted_by: session.account_id,
      });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "issuer.granted",
        subject: email,
        detail: { registry, country },
      });
      return { message: "The issuer has been named" };
    }),
  );

  serve(endIssuer, ({ query: { email, registry, country }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      await mustBeConfirmed(tx, session);
      const person = await personWith(tx, email);
      if (
        person === undefined ||
        (await endGrants(tx, { account_id: person.account_id, registry, country })) === 0
      ) {
        throw noSuchRecord();
      }
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "issuer.ended",
        subject: email,
        detail: { registry, country },
      });
      return { message: "The issuer has no part in this any more" };
    }),
  );
}
