import { useMemo, useState } from "react";
import { CHART_TOOL_LIMITS } from "@heliograph/contract/monitoring/chart-tool";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import type { Gateways } from "./chart-tool-content.ts";
import { barTo, drawnUnit, keyOf, matching, type SelectedSeries, axisUnits } from "./chart-tool-view.ts";
import { useWords } from "../words.ts";
import styles from "./ChartToolTree.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

interface Props {
  readonly gateways: Gateways;
  readonly selection: readonly SelectedSeries[];
  readonly onSelection: (selection: readonly SelectedSeries[]) => void;
}

/** Gateways, their devices, and what each reports, to be ticked. What has no room or no axis left cannot be, and says why. */
export function ChartToolTree({ gateways, selection, onSelection }: Props) {
  const { text } = useWords();
  const barText = useBarText(selection);
  const [search, setSearch] = useState("");
  const shown = useMemo(
    () => matching(gateways, search, (quantity) => text(`quantity.${quantity}`)),
    [gateways, search, text],
  );
  return (
    <div className={styles.tree}>
      <p className={styles.hint} role="status">
        {barText(barToOthers(selection)) ?? text("chartTool.limit", { n: CHART_TOOL_LIMITS.series })}
      </p>
      <SearchField
        className={styles.find ?? ""}
        label={text("chartTool.find")}
        clearLabel={text("list.clearSearch")}
        value={search}
        onType={setSearch}
      />
      {shown.length === 0 && <p className={styles.hint}>{text("chartTool.notFound")}</p>}
      {shown.map((gateway) => (
        <details key={gateway.gateway_uid} open>
          <summary>{gateway.alias}</summary>
          {gateway.devices.map((device, index) => (
            <details
              key={`${device.device_uid} ${search === "" ? "" : "found"}`}
              open={
                search !== "" || index === 0 || selection.some((one) => one.device_uid === device.device_uid)
              }
            >
              <summary>{device.alias}</summary>
              <Quantities device={device} selection={selection} onSelection={onSelection} />
            </details>
          ))}
        </details>
      ))}
    </div>
  );
}

/** What a device reports, each to be ticked. */
function Quantities(given: {
  device: Gateways[number]["devices"][number];
  selection: readonly SelectedSeries[];
  onSelection: (selection: readonly SelectedSeries[]) => void;
}) {
  const { device, selection, onSelection } = given;
  const { text } = useWords();
  const barText = useBarText(selection);
  const keys = new Set(selection.map(keyOf));
  return (
    <ul>
      {device.quantities.map((quantity) => {
        const one = { device_uid: device.device_uid, quantity };
        const checked = keys.has(keyOf(one));
        const others = selection.filter((other) => keyOf(other) !== keyOf(one));
        const bar = checked ? null : barText(barTo(selection, one));
        return (
          <li key={quantity} title={bar ?? undefined}>
            <Checkbox
              className={styles.quantity ?? ""}
              checked={checked}
              disabled={bar !== null}
              label={
                <>
                  {text(`quantity.${quantity}`)} <em>{drawnUnit(quantity)}</em>
                  {bar !== null && <VisuallyHidden> · {bar}</VisuallyHidden>}
                </>
              }
              onChange={() => onSelection(checked ? others : [...selection, one])}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** What bars those that are not drawn: all of them, or those of a third unit; null: nothing. */
function barToOthers(selection: readonly SelectedSeries[]): ReturnType<typeof barTo> {
  if (selection.length >= CHART_TOOL_LIMITS.series) return "full";
  return axisUnits(selection).length < 2 ? null : "unit";
}

/** Returns the function that says why a series cannot be drawn beside those that are; null where it can. */
function useBarText(selection: readonly SelectedSeries[]): (bar: ReturnType<typeof barTo>) => string | null {
  const { text } = useWords();
  const [a = "", b = ""] = axisUnits(selection).map((unit) =>
    unit === "" ? text("chartTool.noUnit") : unit,
  );
  return (bar) => {
    if (bar === null) return null;
    return bar === "full"
      ? text("chartTool.full", { n: CHART_TOOL_LIMITS.series })
      : text("chartTool.unitsTaken", { a, b });
  };
}
