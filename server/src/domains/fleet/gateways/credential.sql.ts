// What gateways connect with: a random secret of which only the hash is kept.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../../../platform/db.ts";
import type { Doorkeeper, GatewayCaller } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { SIGN_IN_LIMITS, signInGuard } from "./sign-in-guard.ts";
import { noteRefusedSignIn, noteSignIn } from "./sign-ins.sql.ts";

/** A new credential and what is kept of it. 32 random bytes cannot be guessed, so a plain hash is enough. */
export function newCredential(): { credential: string; credential_hash: string } {
  const credential = randomBytes(32).toString("base64url");
  return { credential, credential_hash: hashOf(credential) };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The gateway with that serial and credential; null when either is wrong, or it or its project was removed. */
export async function gatewayByCredential(
  db: Db,
  serial: string,
  credential: string,
): Promise<GatewayCaller | null> {
  if (!/^[A-Za-z0-9_-]{3,64}$/.test(serial)) return null;
  const row = await db
    .selectFrom("gateway as g")
    .innerJoin("project as p", "p.project_id", "g.project_id")
    .leftJoin("gateway_arrival as a", (join) =>
      join.onRef("a.gateway_id", "=", "g.gateway_id").on("a.first_contact_at", "is", null),
    )
    .select(["g.gateway_id", "g.gateway_uid", "g.project_id", "g.serial", "g.credential_hash"])
    .select("a.gateway_id as new_id")
    .where("g.serial", "=", serial)
    .where("g.removed_at", "is", null)
    .where("p.removed_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { credential_hash, new_id, ...known } = row;
  const gateway = new_id === null ? known : { ...known, is_new: true };
  const stored = Buffer.from(credential_hash);
  const sent = Buffer.from(hashOf(credential));
  return stored.length === sent.length && timingSafeEqual(stored, sent) ? gateway : null;
}

/** How long a credential that was right is taken to be right: an old one works on for at most this long. */
export const REMEMBERED_MS = 5000;
/** Credentials remembered at once; beyond, the oldest are asked for again. */
const REMEMBERED = 20_000;

/**
 * Proves by HTTP Basic (user: serial, password: credential) which gateway calls. What was right is remembered for
 * REMEMBERED_MS, so that a busy gateway costs no query; what was wrong never is. Refuses 401 `gateway.credential`, and 429
 * `too_many_attempts` unasked where as many have failed as MQTT lets fail.
 */
export function doorkeeperGateway(db: Db, now: () => number = Date.now): Doorkeeper["gateway"] {
  const remembered = new Map<string, { gateway: GatewayCaller; until: number }>();
  const judging = new Map<string, Promise<GatewayCaller>>();
  const guard = signInGuard(now);
  const judge = async (
    key: string,
    address: string,
    { serial, credential }: Shown,
  ): Promise<GatewayCaller> => {
    if (!guard.mayTry(address, serial)) throw tooMany();
    const gateway = await gatewayByCredential(db, serial, credential).catch((error: unknown) => {
      guard.unjudged(address, serial);
      throw error;
    });
    if (gateway === null) {
      guard.failed(address, serial);
      noteRefusedSignIn(db, serial, { by: "http", address, reason: "credential" });
      throw refused();
    }
    guard.succeeded(address, serial);
    noteSignIn(db, gateway, { by: "http", address });
    const [oldest] = remembered.keys();
    if (remembered.size >= REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, { gateway, until: now() + REMEMBERED_MS });
    return gateway;
  };
  return async ({ authorization, address }) => {
    const shown = basic(authorization);
    if (shown === null) throw refused();
    const key = hashOf(`${shown.serial}:${shown.credential}`);
    const known = remembered.get(key);
    if (known !== undefined && known.until > now()) return known.gateway;
    remembered.delete(key);
    // What a busy gateway sends at once shows one credential: it is judged, and counted, once.
    const at = `${key} ${address}`;
    const judged = judging.get(at) ?? judge(key, address, shown).finally(() => judging.delete(at));
    judging.set(at, judged);
    return judged;
  };
}

interface Shown {
  readonly serial: string;
  readonly credential: string;
}

function basic(authorization: string | undefined): Shown | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]{1,400})$/i.exec(authorization?.trim() ?? "") ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? null : { serial: text.slice(0, colon), credential: text.slice(colon + 1) };
}

function refused(): Problem {
  return new Problem(401, "gateway.credential", "The gateway's serial or credential is not correct");
}

function tooMany(): Problem {
  return new Problem(
    429,
    "too_many_attempts",
    "Too many sign-ins have failed. Please try again later.",
    undefined,
    SIGN_IN_LIMITS.windowMs / 1000,
  );
}
