import { Segmented } from "../../../../ui/controls/Segmented.tsx";
import { Select } from "../../../../ui/controls/Select.tsx";
import { modeName, type PowerFact } from "./power-content.ts";
import { GROUPINGS, modesOf, type PowerView, withMode } from "./power-view.ts";
import { useWords } from "../../words.ts";
import styles from "./PowerSwitches.module.css";

/** Mode, AC or DC, and grouping (M50). AC, DC and grouping are for PV power only (M197). */
export function PowerSwitches(given: {
  view: PowerView;
  runNze: boolean;
  disabled: boolean;
  onView: (view: PowerView) => void;
}) {
  const { view, runNze, disabled, onView } = given;
  const words = useWords();
  const { text } = words;
  const groupNames = { total: text("Total PV"), device: text("Single device"), belink: text("Belink") };
  const fixed = disabled || view.mode !== "pv-power";
  return (
    <>
      <div className={styles.modes} data-power-modes="">
        <Segmented<PowerView["mode"]>
          buttons
          label={text("power.modes")}
          value={view.mode}
          disabled={disabled}
          options={modesOf(runNze).map((mode) => ({ value: mode, label: modeName(mode, words) }))}
          onChange={(mode) => onView(withMode(view, mode))}
        />
      </div>
      <div className={styles.choices}>
        <Segmented<PowerView["quantity"]>
          label={text("power.quantity")}
          value={view.quantity}
          disabled={fixed}
          options={[
            { value: "ac", label: "AC" },
            { value: "dc", label: "DC" },
          ]}
          onChange={(quantity) => onView({ ...view, quantity })}
        />
        <Select
          label={text("power.grouping")}
          hideLabel
          className={styles.grouping}
          value={view.grouping}
          disabled={fixed}
          options={GROUPINGS.map((value) => ({ value, label: groupNames[value] }))}
          onChange={(grouping) => onView({ ...view, grouping })}
        />
      </div>
    </>
  );
}

/** Peak and energy beside the chart, since when a silent plant has sent nothing, and how many devices were silent. */
export function PowerFacts({
  facts,
  silent,
  silentSince,
}: {
  facts: readonly PowerFact[];
  silent: string | null;
  silentSince: string | null;
}) {
  const { text } = useWords();
  return (
    <p className={styles.facts} data-facts title={text("power.ofLedger")}>
      {silentSince !== null && (
        <span className={styles.silent}>{text("power.noDataSince", { t: silentSince })}</span>
      )}
      {silentSince === null && silent !== null && <span className={styles.silent}>{silent}</span>}
      {facts.map(({ name, number, unit, at, by }) => (
        <span key={name}>
          {name} <b>{number}</b> {unit}
          {at !== null && (
            <>
              {" "}
              {text("power.at")} <b>{at}</b>
            </>
          )}
          {by !== null && ` ${by}`}
        </span>
      ))}
    </p>
  );
}
