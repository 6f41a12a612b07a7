import { useMemo, useState } from "react";
import { CHART_TOOL_LIMITS, unitOf } from "@heliograph/contract/monitoring/chart-tool";
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
  const chosen = new Set(selection.map(keyOf));
  const toggle = (one: SelectedSeries) =>
    onSelection(
      chosen.has(keyOf(one)) ? selection.filter((other) => keyOf(other) !== keyOf(one)) : [...selection, one],
    );
  return (
    <div className={styles.tree}>
      <p className={styles.hint}>{text("chartTool.limit", { n: CHART_TOOL_LIMITS.series })}</p>
      <Find search={search} onSearch={setSearch} />
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
              <ul>
                {device.quantities.map((quantity) => {
                  const one = { device_uid: device.device_uid, quantity };
                  const checked = chosen.has(keyOf(one));
                  return (
                    <li key={quantity}>
                      <label>
                        <input
                          type="checkbox"
                          checked={checked}
                          disabled={!checked && !canAddSeries(selection, one)}
                          onChange={() => toggle(one)}
                        />
                        <span>{text(`quantity.${quantity}`)}</span>
                        <em>{unitOf(quantity)}</em>
                      </label>
                    </li>
                  );
                })}
              </ul>
            </details>
          ))}
        </details>
      ))}
    </div>
  );
}

function Find({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { text } = useWords();
  const name = text("chartTool.find");
  return (
    <input
      type="search"
      className={styles.find}
      aria-label={name}
      placeholder={name}
      value={search}
      onChange={(event) => onSearch(event.target.value)}
    />
  );
}
