import { API_KEY_LIMITS, createApiKey, listApiKeys, revokeApiKey } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { apiKeysOf, audit, endApiKey, insertApiKey } from "../../identity/index.ts";
import { accessToMany } from "../access/access.sql.ts";
import { projectNames } from "./api-key.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;

/** Serves the API keys of an account. Which projects one may reach is judged here; identity keeps and judges the keys. */
export function apiKeyRoutes(serve: Serve, db: Db): void {
  serve(createApiKey, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { name, right, project_uids, valid_days } = body;
      const reached = project_uids === null ? null : await accessToMany(tx, session, project_uids, LOOK);
      const project_ids = reached?.map(({ project_id }) => project_id) ?? null;
      const made = await insertApiKey(tx, session.account_id, { name, right, project_ids, valid_days });
      if (made === null) {
        throw new Problem(409, "key.too_many", `An account may have ${API_KEY_LIMITS.perAccount} API keys`);
      }
      const { api_key_uid, shown, key } = made;
      const expires_at = made.expires_at.toISOString();
      const projects = reached?.map((project) => project.name) ?? null;
      const after = { name, right, projects, expires_at };
      await audit(tx, { ...session, address: origin.address, action: "key.created", subject: shown, after });
      return { api_key_uid, key, expires_at };
    }),
  );

  serve(listApiKeys, async ({ session: { account_id } }) => {
    const keys = await apiKeysOf(db, account_id);
    const named = await projectNames(
      db,
      account_id,
      keys.flatMap(({ project_ids }) => project_ids),
    );
    return {
      items: keys.map(({ all_projects, project_ids, created_at, expires_at, last_used_at, ...key }) => ({
        ...key,
        projects: all_projects ? null : named.filter(({ project_id }) => project_ids.includes(project_id)),
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
    };
  });

  serve(revokeApiKey, ({ query: { api_key_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const ended = await endApiKey(tx, session.account_id, api_key_uid);
      if (ended === null) throw new Problem(404, "key.not_found", "No such API key");
      const { name, shown } = ended;
      const before = { name };
      await audit(tx, { ...session, address: origin.address, action: "key.revoked", subject: shown, before });
      return { message: "The API key has been revoked" };
    }),
  );
}
