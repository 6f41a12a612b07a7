import type { InventoryRange } from "@heliograph/contract/registry/inventory/inventory";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useRecView } from "../../../platform/rec/acting.ts";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { PlaceBar } from "../../../ui/records/SplitBar.tsx";
import { Serials } from "../Serials.tsx";
import { StateTag } from "../StateTag.tsx";
import { useMayAct } from "../use-may-act.ts";
import { paintOf } from "./paint.ts";
import { rangeText } from "./inventory-view.ts";
import { BehindLink } from "./BehindLink.tsx";
import { SplitForm } from "./SplitForm.tsx";
import styles from "./Inventory.module.css";

/** One range: its place in the batch, its numbers, amount, state, days and record, with what may be done to it. */
export function RangeLine(given: {
  account: string;
  range: InventoryRange;
  splitting: boolean;
  /** Opens or closes the split; null: it is a look at the past. */
  split: ((on: boolean) => void) | null;
  /** What the range is of, as the form of a redemption names it; null: it cannot be redeemed. */
  product: string | null;
}) {
  const { account, range, splitting, split } = given;
  const { code, first, until, of, state, reference, record, from_day, to_day } = range;
  const t = useText();
  const { number } = useFormat();
  return (
    <li className={styles.range}>
      <div className={styles.rangeLine}>
        <PlaceBar
          label={t("inventory.placeInBatch", { first, last: until - 1, of })}
          first={first}
          until={until}
          of={of}
          paint={paintOf(state)}
        />
        <Serials code={code} first={first} until={until} />
        <b className={styles.amount}>{t("inventory.mwh", { amount: number(until - first, 0) })}</b>
        <StateTag state={state} label={t(`inventory.state_${state}`)} />
        <span className={styles.days}>
          {t("inventory.produced", { from: from_day, to: to_day.slice(5) })}
        </span>
        <span className={styles.where}>
          {reference !== null && <BehindLink number={reference} record={record} />}
          <Lot range={range} />
        </span>
        <Ways range={range} product={given.product} splitting={splitting} split={split} />
      </div>
      {splitting && split !== null && (
        <SplitForm account={account} range={range} close={() => split(false)} />
      )}
    </li>
  );
}

/** How the certificates came to the account, and what each cost where that is known. */
function Lot({ range: { channel, unit_cost, currency } }: { range: InventoryRange }) {
  const t = useText();
  const { number } = useFormat();
  const way = t(`inventory.channel_${channel}`);
  if (unit_cost === null || currency === null) return <small>{way}</small>;
  // Four decimals where the last two say something.
  const cost = `${currency} ${number(Number(unit_cost), unit_cost.endsWith("00") ? 2 : 4)}`;
  return <small>{`${way} · ${t("inventory.perMwh", { cost })}`}</small>;
}

/** What may be done to the range, and where its redemption is proved. */
function Ways({
  range,
  product,
  splitting,
  split,
}: Pick<Parameters<typeof RangeLine>[0], "range" | "product" | "splitting" | "split">) {
  const { first, until, state, record } = range;
  const t = useText();
  const { change } = useRecView();
  const mayAct = useMayAct();
  const address = useServiceAddress();
  const statement = record?.statement ?? null;
  const canRedeem = split !== null && mayAct && state === "available" && product !== null;
  const canSplit = split !== null && mayAct && state === "available" && until - first > 1;
  return (
    <span className={styles.ways}>
      {canRedeem && (
        <Link
          to={address("redemption", { record: "new", product, ranges: rangeText(range) })}
          aria-label={t("inventory.redeemRange", { range: rangeText(range) })}
        >
          {t("inventory.redeem")}
        </Link>
      )}
      {statement !== null && (
        <Link
          to={paths.statement(statement)}
          aria-label={t("inventory.verifyRange", { range: rangeText(range) })}
        >
          {t("inventory.verify")}
        </Link>
      )}
      {canSplit && (
        <button type="button" aria-expanded={splitting} onClick={() => split(!splitting)}>
          {t("inventory.split")}
        </button>
      )}
      <button type="button" onClick={() => change({ range: rangeText(range) })}>
        {t("inventory.history")}
      </button>
    </span>
  );
}
