import {
  askFeeChange,
  confirmFeeChange,
  earliestChange,
  feeChangeFaults,
  getFeeChange,
  setAsideFeeChange,
  type FeeChange,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Origin, Serve, Session } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { audit, mustBeConfirmed } from "../../identity/index.ts";
import { asActor, hasRole, noSuchRecord } from "../records/actor.sql.ts";
import {
  askedFeeChange,
  keepAskedChange,
  feeFacts,
  forgetFeeChange,
  publishFeeChange,
} from "./fee-change.sql.ts";

/** Serves changes of rates and agreement to platform operators alone; two of them publish one. */
export function feeChangeRoutes(serve: Serve, db: Db): void {
  const asOperator = <R>(session: Session, work: (tx: Tx) => Promise<R>) =>
    asActor(db, { session, account: undefined }, async (tx, actor) => {
      if (!hasRole(actor, "platform_operator")) throw noSuchRecord();
      return work(tx);
    });

  serve(getFeeChange, ({ session }) =>
    asOperator(session, async (tx) => {
      const { agreement, ...facts } = await feeFacts(tx, { lock: false });
      const asked = await askedFeeChange(tx);
      return {
        agreement,
        earliest: earliestChange(facts),
        asked: asked === undefined ? null : shown(asked, session),
      };
    }),
  );

  serve(askFeeChange, ({ body, session, origin }) =>
    asOperator(session, async (tx) => {
      await mustBeConfirmed(tx, session);
      await mustHold(tx, body);
      const change_uid = await keepAskedChange(tx, body, session.account_id);
      await noted(tx, { session, origin }, "fee_agreement.asked_for", body);
      return { change_uid };
    }),
  );

  serve(confirmFeeChange, ({ body: { change_uid }, session, origin }) =>
    asOperator(session, async (tx) => {
      await mustBeConfirmed(tx, session);
      const asked = (await askedFeeChange(tx, change_uid)) ?? missing();
      if (asked.first_person === session.account_id) {
        throw new GuardRefusal(403, [{ code: "AUTH-006", message: "A second person must confirm this." }]);
      }
      // What was right when it was asked for may have come too near.
      await mustHold(tx, asked);
      await publishFeeChange(tx, asked, session.account_id);
      await noted(tx, { session, origin }, "fee_agreement.published", asked);
      return { message: "The change has been published" };
    }),
  );

  serve(setAsideFeeChange, ({ query: { change_uid }, session, origin }) =>
    asOperator(session, async (tx) => {
      const asked = (await askedFeeChange(tx, change_uid)) ?? missing();
      await forgetFeeChange(tx, change_uid);
      await noted(tx, { session, origin }, "fee_agreement.withdrawn", asked);
      return { message: "The change has been set aside" };
    }),
  );
}

function missing(): never {
  throw noSuchRecord();
}

const shown = (
  { first_person, asked_at, ...change }: NonNullable<Awaited<ReturnType<typeof askedFeeChange>>>,
  { account_id }: Session,
) => ({ ...change, asked_at: asked_at.toISOString(), by_you: first_person === account_id });

/** Refuses with FEE-003 to FEE-005 a change that breaks a rule, all of them at once; until the transaction ends nobody else publishes one. */
async function mustHold(tx: Tx, change: FeeChange): Promise<void> {
  const [first, ...more] = feeChangeFaults(change, await feeFacts(tx, { lock: true }));
  if (first !== undefined) throw new GuardRefusal(422, [first, ...more]);
}

const noted = (
  tx: Tx,
  { session, origin }: { session: Session; origin: Pick<Origin, "address"> },
  action: "fee_agreement.asked_for" | "fee_agreement.published" | "fee_agreement.withdrawn",
  { effective_from, rates }: FeeChange,
): Promise<void> =>
  audit(tx, {
    ...session,
    address: origin.address,
    action,
    subject: effective_from,
    after: Object.fromEntries(rates.map(({ code, rate }) => [code, rate])),
  });
