// Rule R18: whatever happens to a redemption and its payments at once, one of it wins, and the certificates are in one place.
import type { InvoiceItem } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { heldRanges } from "../../../../testing/registry/ledger-db-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { runDue } from "../../parties/records/due.jobs.ts";
import { registryKinds } from "../../registry/index.ts";

type At = Awaited<ReturnType<typeof owing>>;
type Answer = { status: number; body: { code?: string } };
type Ways = Readonly<Record<string, (at: At) => Promise<Answer>>>;

const REASON = "Another week is needed";

/** A redemption of 50 MWh that is approved, its fee in dollars, and what both operators would do, asked for by the first. */
async function owing() {
  const at = await redeemers([{ quantity: 50 }]);
  const record = await at.approved(50);
  const [invoice] = await at.invoices(record.record_uid);
  if (invoice === undefined) throw new Error("There is no invoice");
  return { ...at, record, invoice };
}

/** The same with a payment that is reported. */
async function reported() {
  const at = await owing();
  const { body } = await at.report(at.invoice);
  const record = await at.read(at.record.record_uid);
  return { ...at, record, invoice: { ...at.invoice, ...body } as InvoiceItem };
}

/** The second operator confirms what the first has asked for. */
const byTwo =
  (action: "extend" | "refund") =>
  async ({ move, second, record }: At) =>
    move({ ...second, isOperator: true } as never, record, action, { reason: REASON });

/** Each pair of ways, and each way twice. */
const pairsOf = (ways: Ways) =>
  Object.keys(ways).flatMap((one, i, all) => all.slice(i).map((other) => [one, other] as const));

/** True where the certificates are where the state of their redemption says. */
async function placed({ db, read, record }: At): Promise<boolean> {
  const { status } = await read(record.record_uid);
  const at =
    status === "completed"
      ? "retired"
      : status === "cancelled" || status === "rejected"
        ? "available"
        : "redemption_pending";
  return (await heldRanges(db)).every((held) => held.endsWith(at));
}

async function bothAtOnce(at: At, ways: Ways, pair: readonly [string, string]): Promise<Answer[]> {
  return Promise.all(pair.map((name) => ways[name]?.(at) ?? Promise.reject(new Error(name))));
}

/** Of these either may come first and leave the other possible: more time is no answer to a payment, and the clock strikes once whoever looks. */
const BOTH: ReadonlySet<string> = new Set(["report,extend", "expire,expire"]);

/** A redemption of 50 MWh that is submitted. */
const submitted = async () => {
  const at = await redeemers([{ quantity: 50 }]);
  const { body: record } = await at.submit(50);
  return { ...at, record } as At;
};

/** What the person does to it. */
const act =
  (who: "issuer" | "trader", action: string) =>
  (at: At): Promise<Answer> =>
    at.move(at[who], at.record, action, {
      ...(action === "approve" ? {} : { reason: REASON }),
      ...(action === "return" ? { marks: [{ item: "purpose", reason: "Which mill?" }] } : {}),
    });

/** The clock's turn: 200 where it took it. */
const clock = async ({ db, record, read }: At): Promise<Answer> => {
  await runDue(db, registryKinds);
  return {
    status: (await read(record.record_uid)).timeline.at(-1)?.action === "expire" ? 200 : 409,
    body: { code: "GEN-409" },
  };
};

test(
  "R18: of approving, returning, rejecting and cancelling in all pairs at once exactly one wins, and the other gets 409",
  { timeout: 120_000 },
  async () => {
    const ways: Ways = {
      approve: act("issuer", "approve"),
      return: act("issuer", "return"),
      reject: act("issuer", "reject"),
      cancel: act("trader", "cancel"),
    };
    for (const pair of pairsOf(ways)) {
      const at = await submitted();
      const answers = await bothAtOnce(at, ways, pair);
      expect(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        pair.join(" and "),
      ).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe("GEN-409");
      expect(await placed(at), pair.join(" and ")).toBe(true);
    }
  },
);

test(
  "R18: of paying, cancelling, expiring, extending and refunding what is not paid, in all pairs at once, one wins, and whatever it excludes is told so",
  { timeout: 240_000 },
  async () => {
    const ways: Ways = {
      report: ({ report, invoice }) => report(invoice),
      cancel: ({ move, manager, record }) => move(manager, record, "cancel_unpaid", { reason: REASON }),
      expire: clock,
      extend: byTwo("extend"),
      refund: byTwo("refund"),
    };
    for (const pair of pairsOf(ways)) {
      if (pair.join() === "extend,refund") continue; // A first person asks for one of them alone.
      const at = await owing();
      const asked = pair.find((way) => way === "extend" || way === "refund");
      if (asked !== undefined) await at.move(at.operator, at.record, asked, { reason: REASON });
      await sql`update record_deadline set due_at = now() - interval '1 minute' where entity = 'redemption'`.execute(
        at.db,
      );
      const answers = await bothAtOnce(at, ways, pair);
      const won = answers.filter(({ status }) => status === 200).length;
      expect(won, pair.join(" and ")).toBeGreaterThanOrEqual(1);
      expect(won, pair.join(" and ")).toBeLessThanOrEqual(BOTH.has(pair.join()) ? 2 : 1);
      for (const { status, body } of answers.filter((one) => one.status !== 200)) {
        expect(["GEN-409", "INV-009"], `${pair.join(" and ")}: ${status}`).toContain(body.code);
      }
      expect(await placed(at), pair.join(" and ")).toBe(true);
    }
  },
);

test(
  "R18: of confirming, confirming a part, not finding and refunding a reported payment, in all pairs at once, exactly one wins, and the other is told so",
  { timeout: 240_000 },
  async () => {
    const ways: Ways = {
      confirm: ({ answer, invoice }) => answer(invoice, "confirm"),
      part: ({ answer, invoice }) => answer(invoice, "confirm_part", { received_cents: 100 }),
      decline: ({ answer, invoice }) => answer(invoice, "decline", { reason: REASON }),
      refund: byTwo("refund"),
    };
    for (const pair of pairsOf(ways)) {
      const at = await reported();
      if (pair.includes("refund")) await at.move(at.operator, at.record, "refund", { reason: REASON });
      const answers = await bothAtOnce(at, ways, pair);
      expect(
        answers.filter(({ status }) => status === 200),
        pair.join(" and "),
      ).toHaveLength(1);
      for (const { body } of answers.filter((one) => one.status !== 200)) {
        expect(["GEN-409", "INV-009"], pair.join(" and ")).toContain(body.code);
      }
      expect(await placed(at), pair.join(" and ")).toBe(true);
    }
  },
);
