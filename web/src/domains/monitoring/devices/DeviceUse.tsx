import type { IotData } from "@heliograph/contract/monitoring/devices/device-data";
import type { DeviceDetail } from "@heliograph/contract/monitoring/devices/device-list";
import { TriangleAlert } from "lucide-react";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { DeviceItems } from "./DeviceItems.tsx";
import { formatReading, type Section, sectionsOf } from "./device-sections.ts";
import { SensorTag } from "./SensorTag.tsx";
import { useWords } from "../words.ts";
import styles from "./DeviceUse.module.css";

/** Everything a device says now (M72): sections of values, and tables of trackers and phases. */
export function DeviceUse({ device }: { device: DeviceDetail }) {
  const words = useWords();
  const { text } = words;
  const sections = sectionsOf(device, words);
  const { iot_data: data, sensor } = device;
  const trackers = data.kind === "inverter" && device.asset_type !== "battery";
  if (sections.length === 0) return <PanelNote text={text("Not available")} />;
  return (
    <div className={styles.use}>
      {sensor !== null && (
        <section>
          <h3>{text("device.sensorStatus")}</h3>
          <p className={styles.sensor}>
            <SensorTag health={sensor} />
            <span>{sensor.reasons.map((reason) => text(`sensor.${reason}`)).join(" ")}</span>
          </p>
        </section>
      )}
      {sections.slice(0, 3).map((section) => (
        <Values key={section.title} section={section} />
      ))}
      {trackers && <Trackers data={data} deviating={device.deviating_strings ?? []} />}
      {(data.kind === "meter" || data.kind === "grid_meter") && <Phases data={data} />}
      {sections.slice(3).map((section) => (
        <Values key={section.title} section={section} />
      ))}
    </div>
  );
}

function Values({ section }: { section: Section }) {
  const { text } = useWords();
  return (
    <section>
      <h3>{section.title}</h3>
      {section.known ? (
        <DeviceItems items={section.items} />
      ) : (
        <p className={styles.none}>{text("Not available")}</p>
      )}
    </section>
  );
}

type Inverter = Extract<IotData, { kind: "inverter" }>;

function Trackers({ data, deviating }: { data: Inverter; deviating: readonly string[] }) {
  const words = useWords();
  const { text } = words;
  const { mppt } = data.mppt_list;
  return (
    <section>
      <h3>{text("use.mppt")}</h3>
      {mppt.length === 0 ? (
        <p className={styles.none}>{text("Not available")}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} role="region" aria-label={text("use.mppt")} tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">MPPT</th>
                <th scope="col" className={styles.number}>
                  {text("use.voltage")}
                </th>
                <th scope="col" className={styles.number}>
                  {text("use.current")}
                </th>
                <th scope="col" className={styles.number}>
                  {text("use.power")}
                </th>
                <th scope="col">{text("use.strings")}</th>
              </tr>
            </thead>
            <tbody>
              {mppt.map((tracker) => (
                <tr key={tracker.mppt_id}>
                  <th scope="row">{tracker.mppt_id}</th>
                  <td className={styles.number}>{formatReading(tracker.dc_voltage, words)}</td>
                  <td className={styles.number}>{formatReading(tracker.dc_current, words)}</td>
                  <td className={styles.number}>{formatReading(tracker.dc_power, words)}</td>
                  <td>
                    <Strings tracker={tracker} deviating={deviating} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Strings(given: { tracker: Inverter["mppt_list"]["mppt"][number]; deviating: readonly string[] }) {
  const { tracker, deviating } = given;
  const words = useWords();
  const { text, format } = words;
  if (tracker.string_list.length === 0) return format.number(null);
  return (
    <ul className={styles.strings}>
      {tracker.string_list.map(({ string_id, dc_current }) => {
        const odd = deviating.includes(`${tracker.mppt_id}.${string_id}`);
        return (
          <li
            key={string_id}
            className={odd ? styles.odd : ""}
            title={odd ? text("use.deviates") : undefined}
          >
            {odd && <TriangleAlert size={13} strokeWidth={2.2} aria-hidden />}
            <span>{text("use.string", { n: string_id })}</span>
            <b>{formatReading(dc_current, words)}</b>
            {odd && <span className="vh">{text("use.deviates")}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Phases({ data }: { data: Extract<IotData, { kind: "meter" | "grid_meter" }> }) {
  const words = useWords();
  const { text } = words;
  const grid = data.kind === "meter" ? data.metter_grid : data.metter_data_grid;
  const phases = [
    { name: "A", current: grid.phase_a_current, voltage: grid.phase_a_voltage },
    { name: "B", current: grid.phase_b_current, voltage: grid.phase_b_voltage },
    { name: "C", current: grid.phase_c_current, voltage: grid.phase_c_voltage },
  ];
  return (
    <section>
      <h3>{text("use.phases")}</h3>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{text("use.phase")}</th>
            <th scope="col" className={styles.number}>
              {text("use.current")}
            </th>
            <th scope="col" className={styles.number}>
              {text("use.voltage")}
            </th>
          </tr>
        </thead>
        <tbody>
          {phases.map((phase) => (
            <tr key={phase.name}>
              <th scope="row">{phase.name}</th>
              <td className={styles.number}>{formatReading(phase.current, words)}</td>
              <td className={styles.number}>{formatReading(phase.voltage, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
