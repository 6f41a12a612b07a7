// Every call of the certificate workspace that takes a record, tried with a real record: another company's is not there, and on one's own every wrong role is refused. A
// call that is added fails here until it is said which record it takes and who may.
import { randomUUID } from "node:crypto";
import { api, type Endpoint, type RecordAction } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { callWith, idSlots, isCertificateCall, type MadeCall } from "../testing/calls/call-kit.ts";
import type { Db } from "./platform/db.ts";
import { product } from "../testing/product-kit.ts";
import { issuerOf, platformOperator } from "../testing/registry/record-kit.ts";
import { NO_COMPANYS, ROLES, TAKEN, type WorkspaceRole } from "../testing/calls/workspace-calls.ts";
import { workspaceRecords } from "../testing/registry/workspace-records.ts";

const TIME_LIMIT_MS = 240_000;
/** Places that hold no record: the account that somebody acts for, the key of a command, the series of serial numbers. */
const isRecordSlot = ({ name, noun }: { name: string; noun: string }): boolean =>
  noun !== "businessAccount" && name !== "body.key" && !name.endsWith(".series");
const slotsOf = (e: Endpoint): string[] =>
  idSlots(e)
    .filter(isRecordSlot)
    .map(({ name }) => name);

const calls = api.filter((e) => isCertificateCall(e) && e.access === "session" && slotsOf(e).length > 0);
const callOf = (name: string): Endpoint => calls.find((e) => e.name === name) ?? fail(name);
const fail = (name: string): never => {
  throw new RangeError(`There is no call ${name} that takes a record`);
};

/** The call with what stands in each place; `account`: null leaves it out. */
function made(e: Endpoint, uidIn: (slot: string) => string, account: string | null): MadeCall {
  const taken = TAKEN[e.name];
  const call = callWith(e, (slot) => [
    slot.noun === "businessAccount"
      ? (account ?? randomUUID())
      : isRecordSlot(slot)
        ? uidIn(slot.name)
        : randomUUID(),
  ]);
  const { account: _left, ...query } = call.query;
  return {
    ...call,
    query: { ...query, ...(account === null ? {} : { account }), ...taken?.query },
    ...(call.body === undefined ? {} : { body: { ...call.body, ...taken?.body } }),
  };
}

/** Who decides acts for no account. */
const DECIDING: ReadonlySet<WorkspaceRole> = new Set<WorkspaceRole>(["issuer", "platform_operator"]);

interface Said {
  readonly status: number;
  readonly body: string;
}

/** Whether the call is refused for want of an account in its address, or of a role in any. */
const saysNoAccount = ({ status, body }: Said): boolean =>
  (status === 400 && body.includes('"query.account"')) ||
  (status === 403 && body.includes('"code":"GEN-403"'));

const bearer = ({ token }: { token: string }): string => `Bearer ${token}`;

/** The whole product with two companies that have a record of each kind, and who decides on them. */
async function twoCompanies() {
  const { db, documents, send } = await product();
  const recordsOf = (mark: string) => workspaceRecords({ db, documents }, mark);
  const [mine, theirs] = [await recordsOf("A"), await recordsOf("B")];
  return {
    db,
    send,
    recordsOf,
    mine,
    theirs,
    issuer: await issuerOf(db),
    elsewhere: await issuerOf(db, "TIGR", "SG"),
    operator: await platformOperator(db),
  };
}

test("each call of the workspace that takes a record is tried here with a real one, in each place that takes one", () => {
  expect(
    calls
      .map(({ name }) => name)
      .filter((name) => TAKEN[name] === undefined && NO_COMPANYS[name] === undefined),
  ).toEqual([]);
  for (const [name, { slots }] of Object.entries(TAKEN)) {
    expect(Object.keys(slots).toSorted(), name).toEqual(slotsOf(callOf(name)).toSorted());
  }
});

test(
  "another company's record answers byte for byte as one that nothing has, to its people acting for their own account or for that one, and to an issuer of elsewhere",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { send, mine, theirs, elsewhere } = await twoCompanies();
    const told: string[] = [];
    const people = [
      { who: theirs.people.account_manager, account: theirs.own.account },
      { who: theirs.people.account_manager, account: mine.own.account },
      { who: elsewhere, account: null },
    ];
    for (const [name, { slots, without }] of Object.entries(TAKEN)) {
      const e = callOf(name);
      for (const { who, account } of people) {
        const places = Object.keys(slots);
        // All places at once, then each by itself among uids that nothing has.
        for (const real of [places, ...places.map((place) => [place])]) {
          const nothing = new Map(places.map((place) => [place, randomUUID()]));
          const uidIn = (slot: string) =>
            real.includes(slot) ? mine.records[slots[slot] ?? fail(slot)] : (nothing.get(slot) ?? "");
          const foreign = await send(e, made(e, uidIn, account), bearer(who));
          const none = await send(
            e,
            made(e, (slot) => nothing.get(slot) ?? "", account),
            bearer(who),
          );
          const isFound = foreign.status !== 404 && (without === undefined || foreign.status !== 200);
          // Who decides acts for no account, and calls of accounts say that before they look for anything.
          const isOfAccounts = account === null && saysNoAccount(foreign);
          if (isFound && !isOfAccounts) told.push(`${name}: ${foreign.status} ${foreign.body}`);
          if (foreign.bytes !== none.bytes) told.push(`${name}: ${foreign.bytes} is not ${none.bytes}`);
        }
      }
    }
    expect(told).toEqual([]);
  },
);

/** A call that changes a record, and which roles may make it. */
interface Change {
  readonly name: string;
  /** Null: the call takes none. */
  readonly action: string | null;
  readonly by: readonly WorkspaceRole[];
}

/** Calls that change, once for each action where a life cycle says who may. */
const changes = Object.entries(TAKEN).flatMap(([name, { may }]): Change[] => {
  if (may === "reads") return [];
  if (!("actions" in may)) return [{ name, action: null, by: may }];
  return Object.entries<RecordAction>(may.actions)
    .filter(([, { by }]) => by.some((role) => role !== "system"))
    .map(([action, { by }]) => ({ name, action, by: ROLES.filter((role) => by.includes(role)) }));
});

/** What stands in all tables but those that count what people ask. */
async function written(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('session', 'call_count') order by 1`.execute(
    db,
  );
  const all = rows.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from ${sql.table(name)} t`,
  );
  const hashes = await sql<{ name: string; hash: string }>`${sql.join(all, sql` union all `)}`.execute(db);
  const lines = hashes.rows.map(({ name, hash }) => `${name} ${hash}`);
  return lines.toSorted().join("\n");
}

/** The call as the role makes it of the records of the company. */
function askedBy(
  { name, action }: Pick<Change, "name" | "action">,
  { records, own }: Awaited<ReturnType<typeof workspaceRecords>>,
  role: WorkspaceRole,
): MadeCall {
  const { slots } = TAKEN[name] ?? fail(name);
  const uidIn = (slot: string) => records[slots[slot] ?? fail(slot)];
  const call = made(callOf(name), uidIn, DECIDING.has(role) ? null : own.account);
  const body = call.body as { expected_version?: number } | undefined;
  if (body === undefined) return call;
  const version = body.expected_version === undefined ? {} : { expected_version: 1 };
  return { ...call, body: { ...body, ...version, ...(action === null ? {} : { action }) } };
}

const isNone = ({ status, body }: Said): boolean => status === 404 && body.includes('"code":"GEN-404"');
const isForbidden = ({ status, body }: Said): boolean => status === 403 && body.includes('"code":"GEN-403"');

test(
  "on a company's own record a viewer and every other wrong role is refused with 403, or finds nothing where it sees no such record or acts for no account, and nothing is written",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, send, mine, issuer, operator } = await twoCompanies();
    const people = { ...mine.people, issuer, platform_operator: operator };
    const told: string[] = [];
    const before = await written(db);
    let tried = 0;
    for (const { name, action, by } of changes) {
      const { unseenBy = [] } = TAKEN[name] ?? fail(name);
      for (const role of ROLES.filter((one) => !by.includes(one))) {
        const said = await send(callOf(name), askedBy({ name, action }, mine, role), bearer(people[role]));
        tried += 1;
        const isUnseen = isNone(said) && (DECIDING.has(role) || unseenBy.includes(role));
        const isRefused = isForbidden(said) || (DECIDING.has(role) && saysNoAccount(said));
        if (!isRefused && !isUnseen) {
          told.push(`${name} ${action ?? ""} by ${role}: ${said.status} ${said.body}`);
        }
      }
    }
    expect(told).toEqual([]);
    expect(tried).toBeGreaterThan(200);
    expect(await written(db)).toBe(before);
  },
);

test(
  "on a company's own record whoever may is neither refused for a role nor told that there is none, whatever else is wrong",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { send, recordsOf, issuer, operator } = await twoCompanies();
    const told: string[] = [];
    const once = Object.entries(TAKEN).map(([name, { may }]): Change => {
      const change = changes.find((one) => one.name === name);
      return change ?? { name, action: null, by: may === "reads" ? ["account_manager"] : [] };
    });
    for (const [nth, change] of once.entries()) {
      const company = await recordsOf(`N${nth}`);
      const [role = "viewer"] = change.by;
      const who = { ...company.people, issuer, platform_operator: operator }[role];
      const said = await send(callOf(change.name), askedBy(change, company, role), bearer(who));
      if (said.status === 404 || isForbidden(said)) {
        told.push(`${change.name} by ${role}: ${said.status} ${said.body}`);
      }
    }
    expect(told).toEqual([]);
  },
);
