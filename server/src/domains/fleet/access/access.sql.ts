// Who may look at a project, change it, or decide who else may: proven once, and carried as a value.
import type { Day, ProjectRole, ProjectType } from "@heliograph/contract";
import { sql } from "kysely";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import type { Session } from "../../../platform/http.ts";
import { reaches } from "../../../platform/limits/key-reach.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import { Problem } from "../../../platform/problem.ts";

declare const proof: unique symbol;

/** What most queries of project data need of their project, and the caller's role in it. */
interface ProjectOfCaller {
  readonly project_id: number;
  readonly project_uid: string;
  readonly name: string;
  readonly project_type: ProjectType;
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The night by the project's clock, hh:mm:ss; null: by the sun. */
  readonly night_from: string | null;
  readonly night_to: string | null;
  /** Since when it is meant to produce; null: not told. */
  readonly commissioned_on: Day | null;
  /** It is run so that it feeds nothing into the grid. */
  readonly run_nze: boolean;
  readonly role: ProjectRole;
}
/** A project the caller may look at. */
interface LookAccess extends ProjectOfCaller {
  readonly [proof]: { readonly look: true };
}
interface ChangeAccess extends LookAccess {
  readonly [proof]: { readonly look: true; readonly change: true };
}
interface OwnAccess extends ChangeAccess {
  readonly [proof]: { readonly look: true; readonly change: true; readonly own: true };
}
interface Accesses {
  readonly look: LookAccess;
  readonly change: ChangeAccess;
  readonly own: OwnAccess;
}
type To = keyof Accesses;

/** What the caller wants to do, and what the refusals call the thing it is done to. */
interface Want<T extends To> {
  readonly to: T;
  /** Of the refusals' codes and words: "project", "gateway", "schedule". */
  readonly noun: string;
}

/**
 * Proof that the caller may act on the project. Only accessTo(), accessToMany() and accessAsAdmin() make one. Queries of project data
 * ask for it and filter by its project_id; those that write ask for ProjectAccess<"change">, and a proof that grants
 * more serves where less is asked.
 */
export type ProjectAccess<T extends To = "look"> = Accesses[T];

/**
 * Checks the caller's role on a project and returns the proof.
 *
 * A project the caller has no role on, one that the call's API key does not reach, one that was removed, and one that is not
 * there (undefined) answer alike: 404 `${noun}.not_found`. A read-only caller who wants to change: 403 `${noun}.read_only`. Anyone but an owner who wants
 * what owners may: 403 `${noun}.owner_only`.
 */
export async function accessTo<T extends To>(
  db: Db,
  session: Pick<Session, "account_id">,
  project_uid: string | undefined,
  want: Want<T>,
): Promise<ProjectAccess<T>> {
  const [access] = await accessToMany(db, session, project_uid === undefined ? [] : [project_uid], want);
  if (access === undefined) throw notFound(want.noun);
  return access;
}

/**
 * The proofs for several projects, in the order given. One that is not the caller's refuses them all, as `accessTo`
 * does. Callers limit how many there may be.
 */
export async function accessToMany<T extends To>(
  db: Db,
  session: Pick<Session, "account_id">,
  project_uids: readonly string[],
  want: Want<T>,
): Promise<ProjectAccess<T>[]> {
  const [uid, ...others] = project_uids;
  if (uid === undefined) return [];
  const isOne = others.length === 0;
  // Two texts: for an array PostgreSQL reckons with ten, and so plans each time.
  const { rows } = await sql<ProjectOfCaller>`${prepared(isOne ? "project_access" : "projects_access")}
    select p.project_id, p.project_uid, p.name, p.timezone, p.latitude, p.longitude, p.night_from, p.night_to,
      p.commissioned_on, p.project_type, p.run_nze, m.role
    from project p join project_member m on m.project_id = p.project_id
    where m.account_id = ${session.account_id}
      and p.project_uid = ${isOne ? sql`${uid}::uuid` : sql`any(${[...project_uids]}::uuid[])`}
      and p.removed_at is null and ${reaches(sql.ref("p.project_id"))}`.execute(db);
  const byUid = new Map(rows.map((row) => [row.project_uid, row]));
  return project_uids.map((one) => {
    const row = byUid.get(one.toLowerCase());
    if (row === undefined) throw notFound(want.noun);
    if (want.to !== "look" && row.role === "read_only") {
      throw new Problem(403, `${want.noun}.read_only`, "You can only look at this project");
    }
    if (want.to === "own" && row.role !== "owner") {
      throw new Problem(403, `${want.noun}.owner_only`, "Only an owner of the project may do this");
    }
    // The proof has no value at run time: besides accessAsAdmin this is the one place that grants it.
    return row as unknown as ProjectAccess<T>;
  });
}

/**
 * The proof that an administrator may look at the project, whoever its members are; its role is read-only. One that was
 * removed or is not there: 404 `${noun}.not_found`. Throws RangeError for a session that is no administrator's.
 */
export async function accessAsAdmin(
  db: Db,
  session: Pick<Session, "kind">,
  project_uid: string | undefined,
  noun: string,
): Promise<ProjectAccess> {
  if (session.kind !== "admin") throw new RangeError("this proof is for administrators");
  const row =
    project_uid === undefined
      ? undefined
      : await db
          .selectFrom("project")
          .select(["project_id", "project_uid", "name", "timezone", "latitude", "longitude"])
          .select(["night_from", "night_to", "commissioned_on", "run_nze"])
          .select([
            sql<ProjectType>`project_type`.as("project_type"),
            sql<ProjectRole>`'read_only'`.as("role"),
          ])
          .where("project_uid", "=", project_uid)
          .where("removed_at", "is", null)
          .executeTakeFirst();
  if (row === undefined) throw notFound(noun);
  // The proof has no value at run time: besides accessToMany this is the one place that grants it.
  return row as unknown as ProjectAccess;
}

function notFound(noun: string): Problem {
  return new Problem(404, `${noun}.not_found`, `No such ${noun}`);
}

/**
 * Proves access as `accessTo`, then runs `work` in a transaction in which row-level security hides the data of every
 * other project. The transaction may read; of writes only those granted to heliograph_api pass.
 */
// oxlint-disable-next-line max-params -- who, where, what for and the work: every handler of project data reads alike
export async function inProject<T extends To, R>(
  db: Db,
  session: Pick<Session, "account_id">,
  project_uid: string | undefined,
  want: Want<T>,
  work: (tx: Tx, access: ProjectAccess<T>) => Promise<R>,
): Promise<R> {
  const access = await accessTo(db, session, project_uid, want);
  const who = { account_id: session.account_id, projects: [access.project_id] };
  return asAccount(db, who, (tx) => work(tx, access));
}

/** Waits until no one else adds to the project: what counts its members or gateways does so after this. */
export async function lockProject(tx: Tx, { project_id }: { project_id: number }): Promise<void> {
  await tx
    .selectFrom("project")
    .select("project_id")
    .where("project_id", "=", project_id)
    .forNoKeyUpdate()
    .execute();
}
