// Who calls with an API key, and whether the key is good for the call.
import type { Endpoint } from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Origin, Session } from "../../platform/http.ts";
import { noSuchAddress, Problem } from "../../platform/problem.ts";
import { apiKeyShown, mayNoteRefusal, noteApiKeyUse, type ShownApiKey } from "./api-keys.sql.ts";
import { audit } from "./audit.sql.ts";

/**
 * Judges a call with a key; the key is looked up with every call, so that a revoked one is refused at once.
 *
 * Refuses: none of ours: 401 `key.not_valid`; revoked, expired, or of an account that is disabled: 401 `key.revoked`,
 * `key.expired`, `key.not_valid`; a call that no key may make: 403 `key.not_allowed`; a change with a key that may only read: 403
 * `<noun>.read_only`, as members who may only look; calls of administrators: 404, as if there were nothing.
 */
export function doorkeeperApiKey(db: Db): (key: string, origin: Origin, call: Endpoint) => Promise<Session> {
  return async (key, origin, call) => {
    const shown = await apiKeyShown(db, key);
    if (shown === null) throw refusals.not_valid();
    const why = shown.stands === "good" ? whyNot(shown, call) : standing[shown.stands]();
    if (why !== null) {
      await noteRefusal(db, shown, origin, { call: call.name, why: why.code });
      throw why;
    }
    if (!shown.is_noted && (await noteApiKeyUse(db, shown.api_key_id, origin.address))) {
      await note(db, shown, origin, { action: "key.first_used" });
    }
    const { api_key_id, right, projects, account_id, account_uid, api_key_uid } = shown;
    const reach = { api_key_id, right, projects };
    return { account_id, account_uid, session_id: api_key_uid, kind: "user", key: reach };
  };
}

const refusals = {
  not_valid: () => new Problem(401, "key.not_valid", "This API key is not valid"),
  revoked: () => new Problem(401, "key.revoked", "This API key has been revoked"),
  expired: () => new Problem(401, "key.expired", "This API key has expired"),
  not_allowed: () => new Problem(403, "key.not_allowed", "An API key cannot do this, please sign in"),
};
const standing = {
  revoked: refusals.revoked,
  expired: refusals.expired,
  disabled: refusals.not_valid,
} as const;

/** What keeps a good key from the call; null: nothing. */
function whyNot({ right }: ShownApiKey, call: Endpoint): Problem | null {
  if (call.access !== "session") return noSuchAddress();
  if (call.keyRight === "none") return refusals.not_allowed();
  if (call.keyRight === "write" && right === "read") {
    return new Problem(403, `${nounOf(call)}.read_only`, "This API key may only read");
  }
  return null;
}

/** What the call's own refusals of people who may only look are named after. */
function nounOf({ refusals: stated }: Endpoint): string {
  const [noun] = stated.flatMap((code) => /^(.+)\.(?:read_only|owner_only)$/.exec(code)?.[1] ?? []);
  return noun ?? "key";
}

async function noteRefusal(
  db: Db,
  key: ShownApiKey,
  origin: Origin,
  detail: { call: string; why: string },
): Promise<void> {
  if (!(await mayNoteRefusal(db, key.api_key_id))) return;
  await note(db, key, origin, { action: "key.refused", detail });
}

function note(
  db: Db,
  { account_id, api_key_id, shown }: ShownApiKey,
  { address }: Origin,
  entry: { action: string; detail?: Record<string, string> },
): Promise<void> {
  return audit(db, { account_id, api_key_id, address, subject: shown, ...entry });
}
