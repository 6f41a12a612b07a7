import type { IotData } from "@heliograph/contract/monitoring/devices/device-data";
import type { DeviceDetail } from "@heliograph/contract/monitoring/devices/device-list";
import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { DrawerTable } from "../DrawerTable.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { DeviceItems } from "./DeviceItems.tsx";
import { formatReading, type Reading } from "./device-reading.ts";
import { type Section, sectionsOf } from "./device-sections.ts";
import { SensorTag } from "./SensorTag.tsx";
import { useWords, type Words } from "../words.ts";
import styles from "./DeviceUse.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

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

type Tracker = Inverter["mppt_list"]["mppt"][number];

function trackerColumns(words: Words, deviating: readonly string[]): Column<Tracker>[] {
  const { text } = words;
  return [
    { id: "tracker", label: "MPPT", value: ({ mppt_id }) => mppt_id },
    ...(
      [
        ["use.voltage", "dc_voltage"],
        ["use.current", "dc_current"],
        ["use.power", "dc_power"],
      ] as const
    ).map(([label, key]) => ({
      id: key,
      label: text(label),
      numeric: true,
      value: (tracker: Tracker) => tracker[key].value,
      cell: (tracker: Tracker) => formatReading(tracker[key], words),
    })),
    {
      id: "strings",
      label: text("use.strings"),
      width: 260,
      value: () => null,
      cell: (tracker) => <Strings tracker={tracker} deviating={deviating} />,
    },
  ];
}

function Trackers({ data, deviating }: { data: Inverter; deviating: readonly string[] }) {
  const words = useWords();
  const { text } = words;
  const columns = useMemo(() => trackerColumns(words, deviating), [words, deviating]);
  return (
    <DrawerTable
      title={text("use.mppt")}
      columns={columns}
      rows={data.mppt_list.mppt}
      idOf={({ mppt_id }) => String(mppt_id)}
      empty={<p className={styles.none}>{text("Not available")}</p>}
    />
  );
}

function Strings(given: { tracker: Tracker; deviating: readonly string[] }) {
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
            {odd && <VisuallyHidden>{text("use.deviates")}</VisuallyHidden>}
          </li>
        );
      })}
    </ul>
  );
}

interface Phase {
  readonly name: string;
  readonly current: Reading;
  readonly voltage: Reading;
}

function phaseColumns(words: Words): Column<Phase>[] {
  const { text } = words;
  return [
    { id: "phase", label: text("use.phase"), value: ({ name }) => name },
    ...(["current", "voltage"] as const).map((id) => ({
      id,
      label: text(`use.${id}`),
      numeric: true,
      value: (phase: Phase) => phase[id].value,
      cell: (phase: Phase) => formatReading(phase[id], words),
    })),
  ];
}

function Phases({ data }: { data: Extract<IotData, { kind: "meter" | "grid_meter" }> }) {
  const words = useWords();
  const grid = data.kind === "meter" ? data.metter_grid : data.metter_data_grid;
  const rows = useMemo(
    (): Phase[] => [
      { name: "A", current: grid.phase_a_current, voltage: grid.phase_a_voltage },
      { name: "B", current: grid.phase_b_current, voltage: grid.phase_b_voltage },
      { name: "C", current: grid.phase_c_current, voltage: grid.phase_c_voltage },
    ],
    [grid],
  );
  const columns = useMemo(() => phaseColumns(words), [words]);
  return (
    <DrawerTable title={words.text("use.phases")} columns={columns} rows={rows} idOf={({ name }) => name} />
  );
}
