// Who acts on records: a person with roles in one business account, an issuer, a platform operator, or the system.
import {
  accountFault,
  accountMay,
  type AccountDeed,
  type BusinessAccountStatus,
  type RecordRole,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Session } from "../../../platform/http.ts";
import { GuardRefusal, Problem } from "../../../platform/problem.ts";

/** Records that an issuer decides on. */
interface IssuerScope {
  readonly registry: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

interface AccountState {
  readonly number: string;
  readonly status: BusinessAccountStatus;
}

export interface Actor {
  /** Null: the system. */
  readonly account_id: number | null;
  /** The account that the person acts for; null: for none, as issuers and operators do. */
  readonly business_account_id: number | null;
  /** Number and state of that account; null: the person acts for none. */
  readonly account: AccountState | null;
  readonly roles: readonly RecordRole[];
  /** Of an issuer. */
  readonly scopes: readonly IssuerScope[];
  readonly session: Session | null;
  /** The database's time of the transaction. */
  readonly at: Date;
}

/** The refusal of what is not there, or not for whom asks. */
export const noSuchRecord = (): Problem => new Problem(404, "GEN-404", "There is no such record.");

/**
 * Who the person of the session is for records, read in the transaction: with `account` (uid) as a member of that business account, without as issuer
 * or platform operator. Throws GEN-404 where the person is neither.
 */
export async function actorOf(db: Db, session: Session, account: string | undefined): Promise<Actor> {
  const { rows } = await sql<{
    class: "market" | "issuer" | "operator" | null;
    role: RecordRole | null;
    registry: string | null;
    country: string | null;
    business_account_id: number | null;
    number: string | null;
    status: BusinessAccountStatus | null;
    at: Date;
  }>`
    select g.class, g.role, g.registry, g.country, g.business_account_id, b.number, b.status, now() as at
    from role_grant g left join business_account b using (business_account_id)
    where g.account_id = ${session.account_id} and g.valid @> now()
      and case when ${account ?? null}::uuid is null then g.class <> 'market'
        else b.business_account_uid = ${account ?? null}::uuid end
    for share of g`.execute(db);
  const [first] = rows;
  if (first === undefined || session.key !== undefined) throw noSuchRecord();
  const { number, status } = first;
  return {
    account_id: session.account_id,
    business_account_id: first.business_account_id,
    account: number === null || status === null ? null : { number, status },
    roles: [...new Set(rows.map(roleOf))],
    scopes: scopesOf(rows),
    session,
    at: first.at,
  };
}

/** Does the work in a transaction, as the person of the session; `account` as in `actorOf`. Throws GEN-404 as that does. */
export const asActor = <R>(
  db: Db,
  { session, account }: { session: Session; account: string | undefined },
  work: (tx: Tx, actor: Actor) => Promise<R>,
): Promise<R> => db.transaction().execute(async (tx) => work(tx, await actorOf(tx, session, account)));

/** Who the person is for records as issuer or platform operator at this moment; undefined: neither, or the person cannot sign in. */
export async function deciderOf(db: Db, account_id: number): Promise<Actor | undefined> {
  const { rows } = await sql<{
    class: "issuer" | "operator";
    registry: string | null;
    country: string | null;
    at: Date;
  }>`
    select g.class, g.registry, g.country, now() as at from role_grant g join account a using (account_id)
    where g.account_id = ${account_id} and g.class <> 'market' and g.valid @> now() and a.disabled_at is null
    for share of g, a`.execute(db);
  const [first] = rows;
  return (
    first && {
      account_id,
      business_account_id: null,
      account: null,
      roles: [...new Set(rows.map((row) => roleOf({ ...row, role: null })))],
      scopes: scopesOf(rows),
      session: null,
      at: first.at,
    }
  );
}

const scopesOf = (rows: readonly { registry: string | null; country: string | null }[]): IssuerScope[] =>
  rows.flatMap(({ registry, country }) =>
    registry === null || country === null ? [] : [{ registry, country }],
  );

const roleOf = (row: { class: string | null; role: RecordRole | null }): RecordRole => {
  if (row.class === "issuer") return "issuer";
  return row.class === "operator" ? "platform_operator" : (row.role ?? "viewer");
};

/** The system, at the database's time. */
export async function systemActor(db: Db): Promise<Actor> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(db);
  return {
    account_id: null,
    business_account_id: null,
    account: null,
    roles: ["system"],
    scopes: [],
    session: null,
    at: rows[0]?.at ?? new Date(),
  };
}

/** Who acts for an account from day to day: its traders, and its account managers, who do all that traders do. */
export const TRADERS = ["trader", "account_manager"] as const;

/** What a call is about to do for the account that acts. */
interface Doing {
  /** As refusals name it. */
  readonly action: string;
  readonly by: readonly RecordRole[];
  readonly deed?: AccountDeed;
}

/**
 * As `actorOf`, for a call that changes something: throws GEN-403 where none of the roles in `by` is the person's, and ACC-013 where the account that the person acts
 * for may not do the deed ("act" unless it says another) in the state that it has in this transaction.
 */
export async function actorFor(
  db: Db,
  session: Session,
  account: string | undefined,
  { action, by, deed = "act" }: Doing,
): Promise<Actor> {
  const actor = await actorOf(db, session, account);
  mustHaveRole(actor, action, ...by);
  await accountMust(db, actor, { deed, action });
  return actor;
}

/** Refuses with ACC-013 what the account that acts may not do in its state, which stays as it is until the transaction ends. */
export async function accountMust(
  db: Db,
  { business_account_id }: Actor,
  { deed, action }: { deed: AccountDeed; action: string },
): Promise<void> {
  if (business_account_id === null) return;
  // A command that changes the state locks the row for update, and waits for this one.
  const { rows } = await sql<AccountState>`
    select number, status from business_account where business_account_id = ${business_account_id} for key share`.execute(
    db,
  );
  const [account] = rows;
  if (account !== undefined) mustAllow(account, { deed, action });
}

/** Refuses with ACC-013 what an account, whose row the caller has locked, may not do in its state. */
export function mustAllow(account: AccountState, doing: { deed: AccountDeed; action: string }): void {
  const fault = accountFault(account, doing);
  if (fault !== undefined) throw new GuardRefusal(422, [fault]);
}

/** True where the account that acts may do it in its state, or the person acts for none. */
export const accountCan = ({ account }: Actor, deed: AccountDeed): boolean =>
  account === null || accountMay(account.status, deed);

/** True where the person has one of the roles, and the account that acts may do all that an active one does. */
export const mayAct = (actor: Actor, ...roles: readonly RecordRole[]): boolean =>
  hasRole(actor, ...roles) && accountCan(actor, "act");

/** True where one of the roles is the person's. */
export const hasRole = (actor: Actor, ...roles: readonly RecordRole[]): boolean =>
  roles.some((role) => actor.roles.includes(role));

/** Refuses with GEN-403 unless one of the roles is the person's. `action`: as the refusal names it. */
export function mustHaveRole(actor: Actor, action: string, ...roles: readonly RecordRole[]): void {
  if (!hasRole(actor, ...roles)) throw roleRefusal(action);
}

/** The refusal of somebody whose role does not allow the action. */
export const roleRefusal = (action: string): Problem =>
  new Problem(403, "GEN-403", `Your role does not allow ${action}.`);
