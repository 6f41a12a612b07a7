// People of certificates who go on deciding while the server is killed: each asks with the key of its step until there is an answer.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  commandIssuance,
  createIssuance,
  listRedemptionInvoices,
  moveInvoice,
  moveRedemption,
  outstandingOf,
  readRedemption,
  submitRedemption,
  uploadPaymentProof,
  type Answer,
  type Call,
  type Endpoint,
  type InvoiceItem,
} from "@heliograph/contract";
import { meteredMonth, registeredPlant } from "../../server/testing/registry/issuance-kit.ts";
import {
  company,
  issuerOf,
  memberOf,
  platformOperator,
  recordCommandOf,
} from "../../server/testing/registry/record-kit.ts";
import { claimOf, mintBatches } from "../../server/testing/registry/redemption-kit.ts";
import type { Db } from "../../server/src/platform/db.ts";
import type { Installation } from "./server-under-test.ts";

/** MWh of each redemption: a fee of USD 0.80. */
export const EACH_MWH = 2;
/** Wh that a plant counts a day: 90 MWh a month and more. */
const DAILY_WH = 3_000_000;
/** A call that was not answered for so long is asked again, while the first may still be under way. */
const PATIENCE_MS = 5000;
/** Of one step, over all that is killed meanwhile. */
const GIVES_UP_MS = 60_000;

interface Person {
  readonly token: string;
}

interface Deciders {
  /** Requests of plants that are asked for, submitted and approved, and redemptions that are submitted, approved, paid and confirmed. */
  readonly tasks: (() => Promise<void>)[];
  /** Steps that were answered, and how often one was asked again for want of an answer. */
  readonly done: () => { steps: number; repeats: number };
}

/** A company with certificates for so many redemptions and so many plants, and all who decide on them. */
export async function startDeciders(
  installation: Installation,
  db: Db,
  { redemptions, plants }: { redemptions: number; plants: number },
): Promise<Deciders> {
  const own = await company(db, "Trial Energy JSC");
  await mintBatches(db, own.business_account_id, [{ quantity: redemptions * EACH_MWH }]);
  const [trader, issuer, operator] = [
    await memberOf(db, own),
    await issuerOf(db),
    await platformOperator(db),
  ];
  const asked = { steps: 0, repeats: 0 };
  const insist = insisting(installation, asked);
  const of = { account: own.account };
  const plantTasks = [];
  for (let n = 0; n < plants; n += 1) {
    const plant = await registeredPlant(db, { own });
    const month = await meteredMonth(db, plant, DAILY_WH);
    plantTasks.push(() =>
      issued(insist, { of, trader, issuer, wanted: { device_uid: plant.device_uid, ...month } }),
    );
  }
  const redeemedTasks = Array.from(
    { length: redemptions },
    () => () => redeemed(insist, { of, trader, issuer, operator }),
  );
  return { tasks: [...plantTasks, ...redeemedTasks], done: () => ({ ...asked }) };
}

type Insist = <E extends Endpoint>(
  e: E,
  who: Person,
  args: Call<E>,
  isOver?: (answer: Answer<E>) => boolean,
) => Promise<Answer<E>>;

/**
 * Asks the same, key and all, until the server answers and the answer is the awaited one. No answer is what the network or a server that cannot serve now says; a
 * refusal is one, and fails the trial.
 */
function insisting({ httpUrl }: Installation, asked: { steps: number; repeats: number }): Insist {
  return async (e, who, args, isOver = () => true) => {
    const query = new URLSearchParams(
      Object.entries(args.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const isFile = args.body instanceof Blob;
    const until = Date.now() + GIVES_UP_MS;
    while (Date.now() < until) {
      const reply = await fetch(`${httpUrl}/api/v1/${e.path}?${query.toString()}`, {
        method: e.method,
        headers: {
          authorization: `Bearer ${who.token}`,
          "content-type": isFile ? "application/octet-stream" : "application/json",
        },
        ...(args.body === undefined
          ? {}
          : { body: args.body instanceof Blob ? args.body : JSON.stringify(args.body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
        .then(
          async (response) => ({ status: response.status, text: await response.text() }),
          () => null,
        )
        .catch(() => null);
      if (reply !== null && reply.status < 300) {
        const answer = e.answer.parse(JSON.parse(reply.text)) as Answer<typeof e>;
        if (isOver(answer)) {
          asked.steps += 1;
          return answer;
        }
      } else if (reply !== null && reply.status < 500 && reply.status !== 429) {
        throw new Error(`${e.path} answered ${reply.status}: ${reply.text}`);
      } else asked.repeats += 1;
      await delay(30);
    }
    throw new Error(`${e.path} had no answer for ${GIVES_UP_MS / 1000} s`);
  };
}

/** A request of a plant: asked for, submitted by its trader, approved by the issuer. */
async function issued(
  insist: Insist,
  given: { of: { account: string }; trader: Person; issuer: Person; wanted: object },
): Promise<void> {
  const { of, trader, issuer, wanted } = given;
  const body = { ...wanted, key: randomUUID() } as Call<typeof createIssuance>["body"];
  const draft = await insist(createIssuance, trader, { query: of, body });
  const sent = await insist(commandIssuance, trader, { query: of, body: recordCommandOf(draft, "submit") });
  await insist(commandIssuance, issuer, { query: {}, body: recordCommandOf(sent, "approve") });
}

/** A redemption: submitted, approved, paid, confirmed, and seen completed with its statement. */
async function redeemed(
  insist: Insist,
  given: { of: { account: string }; trader: Person; issuer: Person; operator: Person },
): Promise<void> {
  const { of, trader, issuer, operator } = given;
  const claim = { ...claimOf(EACH_MWH), key: randomUUID() } as Call<typeof submitRedemption>["body"];
  const record = await insist(submitRedemption, trader, { query: of, body: claim });
  const { record_uid } = record;
  await insist(moveRedemption, issuer, { query: {}, body: recordCommandOf(record, "approve") });
  const here = { query: { ...of, record_uid } };
  const { invoices } = await insist(
    listRedemptionInvoices,
    trader,
    here,
    (answer) => answer.invoices.length > 0,
  );
  for (const invoice of invoices) {
    const waiting = await insist(moveInvoice, trader, {
      query: of,
      body: await reportOf(insist, { of, trader, invoice }),
    });
    await insist(moveInvoice, operator, { query: {}, body: recordCommandOf(waiting, "confirm") });
  }
  await insist(
    readRedemption,
    trader,
    here,
    ({ status, statement }) => status === "completed" && statement?.state === "ready",
  );
}

async function reportOf(
  insist: Insist,
  given: { of: { account: string }; trader: Person; invoice: InvoiceItem },
) {
  const { of, trader, invoice } = given;
  const { proof_uid } = await insist(uploadPaymentProof, trader, {
    query: { ...of, record_uid: invoice.record_uid, name: "transfer.pdf" },
    body: new File(["%PDF-1.7 a transfer"], "transfer.pdf"),
  });
  const payment = {
    amount_cents: outstandingOf(invoice),
    currency: invoice.currency,
    bank_reference: invoice.reference,
    paid_on: new Date().toISOString().slice(0, 10),
    proof_uid,
  };
  return recordCommandOf(invoice, "report", { payment });
}
