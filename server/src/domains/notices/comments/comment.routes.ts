import {
  addComment,
  changeComment,
  chipsOf,
  chipText,
  COMMENT_LIMITS,
  generateValue,
  listComments,
  removeComments,
  type Comment,
  type ComputedValue,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Origin, Serve, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject, lockProject, type ProjectAccess } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import {
  commentCount,
  commentOf,
  commentsOf,
  deleteComments,
  insertComment,
  updateComment,
} from "./comment.sql.ts";
import { computedValue } from "./computed-values.ts";

const LOOK = { to: "look", noun: "project" } as const;
const CHANGE = { to: "change", noun: "project" } as const;

/** Serves comments on projects: who may look reads them, who may change writes them. `now` gives ms since 1970. */
export function commentRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(listComments, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => ({
      timezone: access.timezone,
      ...(await commentsOf(tx, access, query)),
    })),
  );
  serve(generateValue, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, (tx, access) => {
      const { project_uid: _, ...chip } = query;
      return computedValue(tx, access, chip, now());
    }),
  );
  serveAdd(serve, db, now);
  serveChange(serve, db, now);
  serve(removeComments, ({ query: { project_uid, list_comment_id }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      const uids = [...new Set(list_comment_id)];
      const gone = await deleteComments(tx, access, uids);
      if (gone.length < uids.length) throw notFound();
      for (const { comment_uid, contents } of gone) {
        await note(
          tx,
          { session, origin, access },
          { action: "comment.removed", comment_uid, before: { contents } },
        );
      }
      return {
        message: gone.length === 1 ? "The comment has been removed" : "The comments have been removed",
      };
    }),
  );
}

function serveAdd(serve: Serve, db: Db, now: () => number): void {
  serve(addComment, async ({ body, session, origin }) => {
    await accessTo(db, session, body.project_uid, CHANGE);
    const values = await valuesOf(db, session, { ...body, known: [] }, now());
    return db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, body.project_uid, CHANGE);
      await lockProject(tx, access);
      if ((await commentCount(tx, access)) >= COMMENT_LIMITS.ofProject) {
        throw new Problem(
          400,
          "comments.too_many",
          `A project has ${COMMENT_LIMITS.ofProject} comments at most`,
        );
      }
      const { contents, show_in_report, comment_date = new Date(now()).toISOString() } = body;
      const written = { contents, show_in_report, comment_date };
      const comment_uid = await insertComment(tx, access, session.account_id, { ...written, values });
      await note(tx, { session, origin, access }, { action: "comment.added", comment_uid, after: written });
      return {
        message: "The comment has been added",
        comment: found(await commentOf(tx, access, comment_uid)),
      };
    });
  });
}

function serveChange(serve: Serve, db: Db, now: () => number): void {
  serve(changeComment, async ({ body: { project_uid, comment_id, ...change }, session, origin }) => {
    const seen = await accessTo(db, session, project_uid, CHANGE);
    const { contents, values: known } = found(
      await db.transaction().execute((tx) => commentOf(tx, seen, comment_id)),
    );
    const values = await valuesOf(
      db,
      session,
      { project_uid, contents: change.contents ?? contents, known },
      now(),
    );
    return db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      const was = found(await commentOf(tx, access, comment_id, true));
      const { comment_date, show_in_report } = was;
      const before = { contents: was.contents, comment_date, show_in_report };
      const after = { ...before, ...given(change) };
      await updateComment(tx, access, comment_id, {
        ...after,
        values: change.contents === undefined ? was.values : values,
      });
      await note(
        tx,
        { session, origin, access },
        { action: "comment.changed", comment_uid: comment_id, before, after },
      );
      return {
        message: "The comment has been changed",
        comment: found(await commentOf(tx, access, comment_id)),
      };
    });
  });
}

/** The figures that the text names: those that are `known` as they were, the others as they are now. */
async function valuesOf(
  db: Db,
  session: Session,
  {
    project_uid,
    contents,
    known,
  }: { project_uid: string; contents: string; known: readonly ComputedValue[] },
  now_ms: number,
): Promise<readonly ComputedValue[]> {
  const before = new Map(known.map((value) => [chipText(value), value]));
  const chips = chipsOf(contents);
  if (chips.length === 0) return [];
  return inProject(db, session, project_uid, LOOK, async (tx, access) => {
    const values: ComputedValue[] = [];
    for (const chip of chips) {
      values.push(before.get(chipText(chip)) ?? (await computedValue(tx, access, chip, now_ms)));
    }
    return values;
  });
}

function found(comment: Comment | undefined): Comment {
  if (comment === undefined) throw notFound();
  return comment;
}

const notFound = () => new Problem(404, "comment.not_found", "No such comment");

function note(
  tx: Tx,
  { session, origin, access }: { session: Session; origin: Origin; access: ProjectAccess },
  {
    comment_uid: subject,
    ...entry
  }: { action: string; comment_uid: string; before?: Values; after?: Values },
): Promise<void> {
  const { address } = origin;
  return audit(tx, { ...session, address, project_id: access.project_id, subject, ...entry });
}

type Values = Readonly<Record<string, string | boolean>>;
