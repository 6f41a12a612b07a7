// Who gets what in the certificate workspace, over every call of it that the contract states: a call that is added is tried without
// being named here.
import { api, type Endpoint } from "@heliograph/contract";
import { expect, test } from "vitest";
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
      if (status !== 403 && status !== 404) told.push(`${e.name}: ${status} ${body}`);
    }
    expect(told).toEqual([]);
    expect(await entries()).toBe(before);
  },
);

test("an API key reaches no call of the workspace", () => {
  expect(calls.filter(({ keyRight }) => keyRight !== "none").map(({ name }) => name)).toEqual([]);
});
