import { useMemo, useState } from "react";
import { CHART_TOOL_LIMITS, unitOf } from "@heliograph/contract/monitoring/chart-tool";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import type { Gateways } from "./chart-tool-content.ts";
import { canAddSeries, keyOf, matching, type SelectedSeries } from "./chart-tool-view.ts";
import { useWords } from "../words.ts";
import styles from "./ChartToolTree.module.css";

interface Props {
  readonly gateways: Gateways;
  readonly selection: readonly SelectedSeries[];
  readonly onSelection: (selection: readonly SelectedSeries[]) => void;
}

/** Gateways, their devices, and what each reports, to be ticked. What has no room or no axis left cannot be. */
export function ChartToolTree({ gateways, selection, onSelection }: Props) {
  const { text } = useWords();
  const [search, setSearch] = useState("");
  const shown = useMemo(
    () => matching(gateways, search, (quantity) => text(`quantity.${quantity}`)),
    [gateways, search, text],
  );
  return (
    <div className={styles.tree}>
      <p className={styles.hint}>{text("chartTool.limit", { n: CHART_TOOL_LIMITS.series })}</p>
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
  const keys = new Set(selection.map(keyOf));
  return (
    <ul>
      {device.quantities.map((quantity) => {
        const one = { device_uid: device.device_uid, quantity };
        const checked = keys.has(keyOf(one));
        const others = selection.filter((other) => keyOf(other) !== keyOf(one));
        return (
          <li key={quantity}>
            <Checkbox
              className={styles.quantity ?? ""}
              checked={checked}
              disabled={!checked && !canAddSeries(selection, one)}
              label={
                <>
                  {text(`quantity.${quantity}`)} <em>{unitOf(quantity)}</em>
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
