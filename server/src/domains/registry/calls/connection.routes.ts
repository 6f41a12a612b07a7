import { randomUUID } from "node:crypto";
import {
  askRegistryConnection,
  confirmRegistryConnection,
  listRegistryConnections,
  tryRegistryConnection,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import {
  hostAndPort,
  outboundRefusal,
  resolveOnce,
  type OutboundAllow,
} from "../../../platform/outbound/target.ts";
import { GuardRefusal, Problem } from "../../../platform/problem.ts";
import { mustBeConfirmed } from "../../identity/index.ts";
import { asActor, auditRecord, hasRole, noSuchRecord } from "../../parties/index.ts";
import { tryRegistry } from "./call-request.jobs.ts";
import {
  askConnection,
  askedConnection,
  confirmConnection,
  connectionsFor,
  connectionToTry,
  countConnectionTry,
} from "./connection.sql.ts";

/** Serves connections to other registries to platform operators alone; two of them change one. */
export function connectionRoutes(serve: Serve, db: Db, allow: OutboundAllow): void {
  const asOperator = <R>(session: Session, work: (tx: Tx) => Promise<R>) =>
    asActor(db, { session, account: undefined }, async (tx, actor) => {
      if (!hasRole(actor, "platform_operator")) throw noSuchRecord();
      return work(tx);
    });

  serve(listRegistryConnections, ({ session }) =>
    asOperator(session, async (tx) => ({ items: await connectionsFor(tx, session.account_id) })),
  );

  serve(askRegistryConnection, async ({ body, session, origin: { address } }) => {
    await asOperator(session, (tx) => mustBeConfirmed(tx, session));
    await mustBeOutside(body.base_url, allow);
    return asOperator(session, async (tx) => {
      if (!(await askConnection(tx, body, session.account_id))) {
        const message = "Enter the secret that both registries know";
        throw new Problem(400, "connection.no_secret", message, { "body.secret": message });
      }
      await noted(tx, { session, address }, { action: "ask_connection", ...withoutSecret(body) });
      return { message: "It is noted, and holds when a second operator confirms it" };
    });
  });

  serve(confirmRegistryConnection, ({ body: { record_uid }, session, origin: { address } }) =>
    asOperator(session, async (tx) => {
      await mustBeConfirmed(tx, session);
      const asked = await askedConnection(tx, record_uid);
      if (asked === undefined) throw noSuchRecord();
      if (asked.first_person === session.account_id) {
        throw new GuardRefusal(403, [{ code: "AUTH-006", message: "A second person must confirm this." }]);
      }
      await confirmConnection(tx, asked, session.account_id);
      const { origin, base_url, is_on, sealed_secret } = asked;
      const replaces_secret = sealed_secret !== null;
      await noted(
        tx,
        { session, address },
        { action: "confirm_connection", origin, base_url, is_on, replaces_secret },
      );
      return { message: "The connection is as it was asked for" };
    }),
  );

  serve(tryRegistryConnection, async ({ body, session, origin: { address } }) => {
    const connection = await asOperator(session, async (tx) => {
      const found = await connectionToTry(tx, body);
      if (found === undefined) throw noSuchRecord();
      if (!(await countConnectionTry(tx))) {
        const message = "Connections may be tried 10 times a minute";
        throw new Problem(429, "connection.too_many_tries", message);
      }
      await noted(tx, { session, address }, { action: "try_connection", ...body, base_url: found.base_url });
      return found;
    });
    return tryRegistry(`TEST-${randomUUID()}`, connection, allow);
  });
}

const withoutSecret = ({ secret, ...body }: { secret: string | null; origin: string }) => ({
  ...body,
  replaces_secret: secret !== null,
});

const noted = (
  tx: Tx,
  { session, address }: { session: Session; address: string },
  detail: { readonly origin: string; readonly action: string; readonly [name: string]: string | boolean },
): Promise<void> => auditRecord(tx, { session, origin: { address } }, { subject: detail.origin, detail });

/** Refuses addresses that calls would be refused, and such as are not encrypted but for those that the installation vouches for. */
async function mustBeOutside(given: string, allow: OutboundAllow): Promise<void> {
  const message = "Must be an https address on the public Internet, at port 443 or from 1024 on";
  const refused = new Problem(400, "connection.address_refused", message, { "body.base_url": message });
  if (outboundRefusal(given, allow) !== null) throw refused;
  const url = new URL(given);
  if (url.protocol !== "https:" && !allow.includes(hostAndPort(url))) throw refused;
  // A name that is not there yet may come to be.
  if ((await resolveOnce(url, allow).catch(() => null)) === "address") throw refused;
}
