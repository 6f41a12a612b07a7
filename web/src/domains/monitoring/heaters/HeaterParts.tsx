import { useMemo } from "react";
import { MISSING } from "../../../platform/format.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { HeaterWidgets } from "./heater-now.ts";
import { HeaterTable } from "./HeaterTable.tsx";
import type { HeaterOf } from "./HeaterWidgets.tsx";
import { LevelTag, useLevelName } from "./LevelTag.tsx";
import { useWords, type Words } from "../words.ts";
import styles from "./HeaterParts.module.css";

const several = (rows: readonly { readonly device_uid: string }[]) =>
  new Set(rows.map(({ device_uid }) => device_uid)).size > 1;

type Sensor = HeaterWidgets["widget_swh_sensor"][number];
type Relay = HeaterWidgets["widget_swh_relay"][number];

function SensorState({ sensor: { status, reason } }: { sensor: Sensor }) {
  const { text } = useWords();
  const nameOf = useLevelName();
  if (status === null) return <span className={styles.missing}>{MISSING}</span>;
  const name = nameOf(status);
  return (
    <LevelTag level={status} label={reason === null ? name : `${name}: ${text(`heater.reason.${reason}`)}`} />
  );
}

function sensorColumns(words: Words, named: boolean): Column<Sensor>[] {
  const { text, format } = words;
  return [
    {
      id: "sensor",
      label: text("heater.sensor"),
      value: ({ sensor }) => sensor,
      cell: ({ sensor, name, alias }) => (
        <>
          <b>{sensor}</b> {text(`heater.name.${name}`)}
          {named && <em> · {alias}</em>}
        </>
      ),
    },
    {
      id: "value",
      label: text("heater.value"),
      numeric: true,
      value: ({ value }) => value,
      cell: ({ value, unit }) =>
        value === null ? (
          <span className={styles.missing}>{MISSING}</span>
        ) : (
          `${format.number(value, unit === "°C" ? 1 : 0)} ${unit}`
        ),
    },
    {
      id: "status",
      label: text("heater.status"),
      value: ({ status }) => status,
      cell: (sensor) => <SensorState sensor={sensor} />,
    },
  ];
}

/** widget_swh_sensor */
export function Sensors({ widgets: { widget_swh_sensor: rows } }: HeaterOf) {
  const words = useWords();
  const title = words.text("heater.sensors");
  const columns = useMemo(() => sensorColumns(words, several(rows)), [words, rows]);
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <PanelNote text={words.text("heater.noSensors")} />
      ) : (
        <HeaterTable
          {...{ title, columns, rows }}
          idOf={({ device_uid, sensor }) => `${device_uid} ${sensor}`}
        />
      )}
    </Panel>
  );
}

function relayColumns(words: Words, named: boolean, timezone: string): Column<Relay>[] {
  const { text, format } = words;
  const drives = (relay: string) => (relay === "RL1" || relay === "RL2" ? ` ${text(`heater.${relay}`)}` : "");
  return [
    {
      id: "relay",
      label: text("heater.relay"),
      value: ({ relay }) => relay,
      cell: ({ relay, alias }) => (
        <>
          <b>{relay}</b>
          {drives(relay)}
          {named && <em> · {alias}</em>}
        </>
      ),
    },
    {
      id: "state",
      label: text("heater.state"),
      value: ({ on }) => text(on ? "heater.on" : "heater.off"),
      cell: ({ on }) => (
        <span className={`${styles.relay} ${on ? styles.on : ""}`}>
          <i aria-hidden /> {text(on ? "heater.on" : "heater.off")}
        </span>
      ),
    },
    {
      id: "since",
      label: text("heater.since"),
      numeric: true,
      value: ({ since }) => since,
      cell: ({ since }) =>
        since === null ? text("heater.longer") : format.dateTime(Date.parse(since), timezone),
    },
    {
      id: "today",
      label: text("heater.onToday"),
      numeric: true,
      value: ({ today_on }) => today_on.value,
      cell: ({ today_on }) => `${format.number(today_on.value, 1)} h`,
    },
  ];
}

/** widget_swh_relay */
export function Relays({ timezone, widgets: { widget_swh_relay: rows } }: HeaterOf) {
  const words = useWords();
  const title = words.text("heater.relays");
  const columns = useMemo(() => relayColumns(words, several(rows), timezone), [words, rows, timezone]);
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <PanelNote text={words.text("heater.noRelays")} />
      ) : (
        <HeaterTable
          {...{ title, columns, rows }}
          idOf={({ device_uid, relay }) => `${device_uid} ${relay}`}
        />
      )}
    </Panel>
  );
}
