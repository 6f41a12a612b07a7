import type { CertificateRange } from "@heliograph/contract/registry/redemption/redemptions";
import { Checkbox } from "../../../../ui/controls/Checkbox.tsx";
import { NumberField } from "../../../../ui/controls/NumberField.tsx";
import { rangeText } from "../../inventory/inventory-view.ts";
import { Serials } from "../../Serials.tsx";
import { useRedemptionWords } from "../redemption-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Redemption.module.css";
import { chosenWith, mwhIn, chosenOf, type ChosenRange } from "./redeem-claim.ts";

/** The ranges that can be redeemed, each ticked or not, how many are taken of it, and what that comes to. */
export function ChooseRanges(given: {
  ranges: readonly CertificateRange[];
  count: number;
  chosen: readonly ChosenRange[];
  amount: number;
  choose: (chosen: readonly ChosenRange[]) => void;
}) {
  const { ranges, count, chosen, amount, choose } = given;
  const { text, format, channel } = useRedemptionWords();
  const missing = Math.max(0, amount - mwhIn(chosen));
  const parts = chosen.map((one) => format.number(mwhIn([one]), 0)).join(" + ");
  return (
    <div>
      <ul className={styles.ranges} aria-label={text("red.serials")}>
        {ranges.map((range) => {
          const width = range.until - range.first;
          const taken = chosenOf(chosen, range);
          const name = `${range.code} : ${range.first}–${range.until - 1}`;
          const take = (n: number) => choose(chosenWith(chosen, range, n));
          return (
            <li key={rangeText(range)} data-chosen={taken === undefined ? undefined : ""}>
              <Checkbox
                label={name}
                hideLabel
                checked={taken !== undefined}
                onChange={(on) => take(on ? (missing > 0 ? Math.min(missing, width) : width) : 0)}
              />
              <Serials {...range} />
              <small>
                {range.from_day} – {range.to_day} · {channel(range.channel)} ·{" "}
                {text("red.availableHere", { n: format.number(width, 0) })}
              </small>
              <NumberField
                className={styles.take ?? ""}
                label={text("red.take", { name })}
                hideLabel
                unit="MWh"
                min={0}
                max={width}
                value={taken === undefined ? null : taken.until - taken.first}
                onChange={(n) => take(n === null || !Number.isFinite(n) ? 0 : n)}
              />
            </li>
          );
        })}
      </ul>
      <p className={shared.hint} role="status">
        {count > ranges.length && `${text("red.firstOf", { n: ranges.length, all: count })} `}
        <b>
          {text("red.sumOf", {
            sum: chosen.length > 1 ? `${parts} = ${format.number(mwhIn(chosen), 0)}` : String(mwhIn(chosen)),
            amount: format.number(amount, 0),
          })}
        </b>
      </p>
    </div>
  );
}
