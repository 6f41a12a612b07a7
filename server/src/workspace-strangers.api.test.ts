// Who gets what in the certificate workspace, over every call of it that the contract states: a call that is added is tried without
// being named here.
import * as contract from "@heliograph/contract";
import {
  ACCOUNT_MAY,
  accountMay,
  api,
  businessAccountLife,
  lifeCyclesIn,
  type AccountDeed,
  type Endpoint,
  type RecordRole,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { all, idSlots, isCertificateCall, unknown } from "../testing/calls/call-kit.ts";
import { product } from "../testing/product-kit.ts";
import { company, issuerOf, memberOf, person } from "../testing/registry/record-kit.ts";

const TIME_LIMIT_MS = 120_000;

/** Calls that anybody who is signed in may make, whatever the person's roles: what one is oneself, what all may read, what a link is for. */
const FOR_ANYBODY = new Set([
  "getSeats",
  "createBusinessAccount",
  "getFeeSchedule",
  "readAccountInvitation",
  "acceptAccountInvitation",
]);

const calls = api.filter((e) => isCertificateCall(e) && e.access === "session");
const guarded = calls.filter((e) => !FOR_ANYBODY.has(e.name));
const namesAccount = (e: Endpoint): boolean => idSlots(e).some(({ noun }) => noun === "businessAccount");
const bearer = ({ token }: { token: string }): string => `Bearer ${token}`;

/** The whole product with two companies, each with its people, and somebody without any role. */
async function companies() {
  const { db, ask } = await product();
  const [mine, theirs] = [await company(db, "Mine"), await company(db, "Theirs")];
  return {
    db,
    ask,
    mine,
    theirs,
    manager: await memberOf(db, mine, "account_manager"),
    viewer: await memberOf(db, mine, "viewer"),
    stranger: await person(db),
    issuer: await issuerOf(db),
  };
}

test(
  "for somebody without a role there is no account and no record, whatever is asked",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { ask, mine, stranger } = await companies();
    const told: string[] = [];
    for (const e of guarded) {
      for (const ids of [unknown(), { ...unknown(), businessAccount: mine.account }]) {
        const { status, body } = await ask(e, all(ids), bearer(stranger));
        if (status !== 404 || !body.includes('"code":"GEN-404"')) told.push(`${e.name}: ${status} ${body}`);
      }
    }
    expect(told).toEqual([]);
    expect(guarded.length).toBeGreaterThan(20);
  },
);

test(
  "another company's account answers byte for byte as one that nothing has",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { ask, theirs, manager, issuer } = await companies();
    const told: string[] = [];
    const ids = unknown();
    for (const e of guarded.filter(namesAccount)) {
      for (const who of [manager, issuer]) {
        const foreign = await ask(e, all({ ...ids, businessAccount: theirs.account }), bearer(who));
        const none = await ask(e, all({ ...ids, businessAccount: unknown().businessAccount }), bearer(who));
        if (foreign.status !== 404) told.push(`${e.name}: ${foreign.status} ${foreign.body}`);
        if (foreign.bytes !== none.bytes) told.push(`${e.name}: ${foreign.bytes} is not ${none.bytes}`);
      }
    }
    expect(told).toEqual([]);
  },
);

test(
  "a viewer of an account is refused every change, and nothing is written",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, ask, mine, viewer } = await companies();
    const told: string[] = [];
    const entries = async () =>
      (
        await db
          .selectFrom("audit_event")
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow()
      ).n;
    const before = await entries();
    const changes = guarded.filter((e) => e.method !== "GET" && e.keyRight !== "read" && namesAccount(e));
    for (const e of changes) {
      const ids = { ...unknown(), businessAccount: mine.account };
      const { status, body } = await ask(e, all(ids), bearer(viewer));
      // Which records there are is tried in workspace-records.api.test.ts; here there is none of those that are named.
      const isNone = status === 404 && idSlots(e).some(({ noun }) => noun !== "businessAccount");
      if (status !== 403 && !isNone) told.push(`${e.name}: ${status} ${body}`);
    }
    expect(told).toEqual([]);
    expect(await entries()).toBe(before);
  },
);

/** What calls do for an account beside commands on records, where it is something else than "act". */
const DEEDS: Readonly<Record<string, AccountDeed>> = {
  saveBusinessAccount: "profile",
  uploadCompanyDocument: "profile",
  removeCompanyDocument: "profile",
  inviteAccountPerson: "people",
  confirmAccountInvitation: "people",
  changeAccountPerson: "people",
  removeAccountPerson: "people",
  revokeAccountInvitation: "withdraw",
  uploadPaymentProof: "settle",
  uploadEvidence: "settle",
};
/** What is done with the account itself is said by its own life cycle. */
const OF_ITS_OWN_LIFE = "moveBusinessAccount";
/** What issuers and operators alone do, whatever account they name, and what one has read of one's notices. */
const NOT_FOR_ACCOUNTS = ["decideOnDevice", "recordMeterFinding", "answerProposal", "readRecordNotices"];
const LIVES = lifeCyclesIn(contract).filter((life) => life !== businessAccountLife);
const OF_ACCOUNTS: readonly RecordRole[] = ["trader", "account_manager", "viewer"];

/** What a call does for the account that it names, for each action that people of an account may take by it. */
function deedsOf(e: Endpoint): { action?: string; deed: AccountDeed }[] {
  const actions = e.body instanceof z.ZodObject ? e.body.shape["action"] : undefined;
  if (!(actions instanceof z.ZodEnum)) return [{ deed: DEEDS[e.name] ?? "act" }];
  const names = actions.options.map(String);
  const life = LIVES.find((one) => names.every((name) => one.actions[name] !== undefined));
  if (life === undefined) throw new RangeError(`${e.name} takes actions of no life cycle`);
  return names.flatMap((action) => {
    const { by = [], deed = "act" } = life.actions[action] ?? {};
    return by.some((role) => OF_ACCOUNTS.includes(role)) ? [{ action, deed }] : [];
  });
}

test(
  "ACC-013: an account that is not active does what its state allows and nothing else, whatever call is made for it",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, ask, mine, manager } = await companies();
    const told: string[] = [];
    const changes = guarded.filter(
      (e) =>
        e.method !== "GET" &&
        e.keyRight !== "read" &&
        namesAccount(e) &&
        ![OF_ITS_OWN_LIFE, ...NOT_FOR_ACCOUNTS].includes(e.name),
    );
    const { number } = await db
      .selectFrom("business_account")
      .select("number")
      .where("business_account_uid", "=", mine.account)
      .executeTakeFirstOrThrow();
    for (const status of businessAccountLife.states.filter((state) => ACCOUNT_MAY[state].length < 6)) {
      await sql`update business_account set status = ${status} where business_account_uid = ${mine.account}`.execute(
        db,
      );
      for (const e of changes) {
        for (const { action, deed } of deedsOf(e)) {
          const ids = { ...unknown(), businessAccount: mine.account };
          const more = action === undefined ? {} : { body: { action } };
          const { status: code, body } = await ask(e, all(ids), bearer(manager), more);
          const isRefused = body.includes('"code":"ACC-013"');
          const { label } = businessAccountLife.state[status];
          const isSaid = body.includes(`"message":"Business account ${number} is ${label}; `);
          if (isRefused === accountMay(status, deed) || isRefused !== isSaid) {
            told.push(`${status}, ${e.name} ${action}: ${code} ${body}`);
          }
        }
      }
    }
    expect(told).toEqual([]);
    expect(changes.length).toBeGreaterThan(25);
  },
);

test("an API key reaches no call of the workspace", () => {
  expect(calls.filter(({ keyRight }) => keyRight !== "none").map(({ name }) => name)).toEqual([]);
});
