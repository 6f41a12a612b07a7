import { createHash } from "node:crypto";
import {
  actOnFolder,
  createDeviceFolder,
  DEVICE_LIFE,
  DEVICE_LIMITS,
  getDeviceFolder,
  listDeviceFolders,
  moveToFolder,
  removeDeviceFolder,
  renameDeviceFolder,
  type RecordAction,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { GuardRefusal, Problem } from "../../../platform/problem.ts";
import {
  TRADERS,
  actorFor,
  asActor,
  auditRecord,
  nextNumber,
  noSuchRecord,
  once,
  runRecordCommand,
} from "../../parties/index.ts";
import { DEVICE_KIND } from "./application-kind.sql.ts";
import {
  childrenOf,
  folderCount,
  folderOf,
  folderShown,
  foldersPage,
  insertFolder,
  putIntoFolder,
  removeFolder,
  renameFolder,
} from "./folder.sql.ts";

/** Serves folders: to the people of their account alone. */
export function folderRoutes(serve: Serve, db: Db): void {
  serve(listDeviceFolders, ({ query: { account, ...wanted }, session }) =>
    asActor(db, { session, account }, (tx, actor) => foldersPage(tx, actor, wanted)),
  );

  serve(getDeviceFolder, ({ query: { account, folder_uid }, session }) =>
    asActor(db, { session, account }, (tx, actor) => folderShown(tx, actor, folder_uid)),
  );

  serve(createDeviceFolder, ({ query: { account }, body: { key, name }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "create", by: TRADERS });
      const business_account_id = actor.business_account_id ?? 0;
      const command = { command: "device_folder.create", key, request: { account, name } };
      return once(tx, actor, command, async () => {
        if ((await folderCount(tx, business_account_id)) >= DEVICE_LIMITS.folders) {
          const message = `An account may have ${DEVICE_LIMITS.folders} folders.`;
          throw new GuardRefusal(422, [{ code: "DEV-034", message, params: { max: DEVICE_LIMITS.folders } }]);
        }
        const number = await nextNumber(tx, "DF", actor.at);
        const made = await insertFolder(tx, { business_account_id, number, name });
        await auditRecord(tx, { session, origin }, { subject: number, after: { name } });
        return made;
      });
    }),
  );

  serveNames(serve, db);
  serveWork(serve, db);
}

function serveNames(serve: Serve, db: Db): void {
  serve(renameDeviceFolder, ({ query: { account, folder_uid }, body: { name }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "edit", by: TRADERS });
      const folder = await folderOf(tx, actor, folder_uid);
      await renameFolder(tx, folder.folder_id, name);
      const before = { name: folder.name };
      await auditRecord(tx, { session, origin }, { subject: folder.number, before, after: { name } });
      return { message: "The folder has been renamed" };
    }),
  );

  serve(removeDeviceFolder, ({ query: { account, folder_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "delete", by: TRADERS });
      const folder = await folderOf(tx, actor, folder_uid);
      const applications = await removeFolder(tx, folder.folder_id);
      const before = { name: folder.name };
      const detail = { action: "remove", applications };
      await auditRecord(tx, { session, origin }, { subject: folder.number, before, detail });
      return { message: "The folder has been removed" };
    }),
  );
}

function serveWork(serve: Serve, db: Db): void {
  serve(moveToFolder, ({ query: { account }, body: { folder_uid, record_uids }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "edit", by: TRADERS });
      const folder = folder_uid === null ? null : await folderOf(tx, actor, folder_uid);
      const uids = [...new Set(record_uids)];
      const business_account_id = actor.business_account_id ?? 0;
      const moved = await putIntoFolder(tx, {
        business_account_id,
        folder_id: folder?.folder_id ?? null,
        record_uids: uids,
      });
      if (moved < uids.length) throw noSuchRecord();
      const detail = { folder: folder?.name ?? "", applications: moved };
      await auditRecord(tx, { session, origin }, { subject: folder_uid ?? "", detail });
      return { moved };
    }),
  );

  serve(actOnFolder, async ({ query: { account }, body: { folder_uid, action, key }, session, origin }) => {
    const children = await db.transaction().execute(async (tx) => {
      const { deed = "act" }: RecordAction = DEVICE_LIFE.actions[action];
      const actor = await actorFor(tx, session, account, { action, by: TRADERS, deed });
      return childrenOf(tx, (await folderOf(tx, actor, folder_uid)).folder_id);
    });
    const results = [];
    for (const { version, ...child } of children) {
      // Each child has a key of its own, and one that is refused keeps no other from its turn (rule R20).
      const body = {
        record_uid: child.record_uid,
        action: child.status === "to_resubmit" && action === "submit" ? ("resubmit" as const) : action,
        expected_version: version,
        key: childKey(key, child.record_uid),
      };
      const outcome = await runRecordCommand(db, DEVICE_KIND, {
        session,
        origin,
        account,
        body,
        payload: {},
      }).then(
        ({ status }) => ({ status, refused: null }),
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          return { status: child.status, refused: { code: error.code, message: error.message } };
        },
      );
      results.push({ ...child, ...outcome });
    }
    return { results };
  });
}

/** A key of its own for each child of a command on a folder: the same ones when it comes again. */
const childKey = (key: string, record_uid: string): string => {
  const hex = createHash("sha256").update(`${key} ${record_uid}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
