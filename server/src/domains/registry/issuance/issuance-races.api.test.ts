// Rule R18: whatever happens to a request for certificates at once, one of it wins, and its energy is counted once.
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { generationAccounts, meteredMonth } from "../../../../testing/registry/issuance-kit.ts";
import { verifyLedger } from "../index.ts";

type At = Awaited<ReturnType<typeof submitted>>;

const REASON = "The meter was replaced";

/** A request for a month that is submitted, and its version as both see it, whichever of them comes first. */
async function submitted() {
  const desk = await issuanceDesk();
  const { record_uid } = await desk.begin(await meteredMonth(desk.db, desk.plant, 3_000_000));
  await desk.act(record_uid, "submit");
  const { version } = await desk.read(record_uid);
  return { ...desk, record_uid, seen: { expected_version: version } };
}

const WAYS = {
  take: ({ act, record_uid, seen }: At) => act(record_uid, "take", seen, "issuer"),
  approve: ({ act, record_uid, seen }: At) => act(record_uid, "approve", seen, "issuer"),
  reject: ({ act, record_uid, seen }: At) => act(record_uid, "reject", { ...seen, reason: REASON }, "issuer"),
  withdraw: ({ act, record_uid, seen }: At) => act(record_uid, "withdraw", seen),
};
const names = Object.keys(WAYS) as (keyof typeof WAYS)[];
const pairs = names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const));

test.each(pairs)(
  "R18: of %s and %s at once on the same request exactly one wins, the other gets 409, and its energy is held, certified or free as the winner says",
  async (one, other) => {
    const at = await submitted();
    const answers = await Promise.all([WAYS[one](at), WAYS[other](at)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("GEN-409");
    const won = answers.find(({ status }) => status === 200)?.body.status;
    const { status, quantity } = await at.read(at.record_uid);
    expect(status).toBe(won);
    const held = await at.db.selectFrom("certificate_holding").select(["first", "until"]).execute();
    expect(held).toEqual(status === "approved" ? [{ first: 1, until: quantity + 1 }] : []);
    const [account] = await generationAccounts(at.db);
    const energy = quantity * 1_000_000;
    expect([account?.certified_wh ?? 0, account?.reserved_wh ?? 0]).toEqual([
      status === "approved" ? energy : 0,
      status === "in_progress" ? energy : 0,
    ]);
    expect(await verifyLedger(at.db)).toMatchObject({ faults: [] });
  },
);
