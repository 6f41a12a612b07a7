import { useMemo, useState } from "react";
import { CHART_TOOL_LIMITS, unitOf } from "@heliograph/contract/monitoring/chart-tool";
import type { Gateways } from "./chart-tool-content.ts";
import { canPickSeries, keyOf, matching, type Picked } from "./chart-tool-view.ts";
import { useWords } from "../words.ts";
import styles from "./ChartToolTree.module.css";

interface Props {
  readonly gateways: Gateways;
  readonly picked: readonly Picked[];
  readonly onPicked: (picked: readonly Picked[]) => void;
}

/** Gateways, their devices, and what each reports, to be ticked. What has no room or no axis left cannot be. */
export function ChartToolTree({ gateways, picked, onPicked }: Props) {
  const { text } = useWords();
  const [sought, setSought] = useState("");
  const shown = useMemo(
    () => matching(gateways, sought, (quantity) => text(`quantity.${quantity}`)),
    [gateways, sought, text],
  );
  const chosen = new Set(picked.map(keyOf));
  const toggle = (one: Picked) =>
    onPicked(
      chosen.has(keyOf(one)) ? picked.filter((other) => keyOf(other) !== keyOf(one)) : [...picked, one],
    );
  return (
    <div className={styles.tree}>
      <p className={styles.hint}>{text("chartTool.limit", { n: CHART_TOOL_LIMITS.series })}</p>
      <Find sought={sought} onSought={setSought} />
      {shown.length === 0 && <p className={styles.hint}>{text("chartTool.notFound")}</p>}
      {shown.map((gateway) => (
        <details key={gateway.gateway_uid} open>
          <summary>{gateway.alias}</summary>
          {gateway.devices.map((device, index) => (
            <details
              key={`${device.device_uid} ${sought === "" ? "" : "found"}`}
              open={
                sought !== "" || index === 0 || picked.some((one) => one.device_uid === device.device_uid)
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
                          disabled={!checked && !canPickSeries(picked, one)}
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

function Find({ sought, onSought }: { sought: string; onSought: (sought: string) => void }) {
  const { text } = useWords();
  const name = text("chartTool.find");
  return (
    <input
      type="search"
      className={styles.find}
      aria-label={name}
      placeholder={name}
      value={sought}
      onChange={(event) => onSought(event.target.value)}
    />
  );
}
