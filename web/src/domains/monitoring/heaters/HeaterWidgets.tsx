import type { SwhErrorLevel } from "@heliograph/contract/monitoring/heaters";
import { CalendarClock, CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { MISSING } from "../../../platform/format.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { ExplainButton } from "../explain/ExplainButton.tsx";
import type { HeaterWidgets } from "./heater-now.ts";
import { usualRange } from "../charts/production-range.ts";
import { useWords } from "../words.ts";

export interface HeaterOf {
  readonly uid: string;
  readonly timezone: string;
  /** The project's calendar day. */
  readonly today: string;
  readonly told: HeaterWidgets;
}

const LEVEL_ICONS = {
  Critical: CircleAlert,
  Warning: TriangleAlert,
  Notice: Info,
  Normal: CircleCheck,
} as const;

/** Level of an error or status of a sensor: red for Critical, orange for Warning, yellow for what is neither (M77). */
export function LevelTag({ level, label }: { level: SwhErrorLevel | "Normal"; label: string }) {
  const Icon = LEVEL_ICONS[level];
  return (
    <span className={`level level-${level.toLowerCase()}`}>
      <Icon size={14} strokeWidth={2.2} aria-hidden />
      {label}
    </span>
  );
}

/** The name of a level in the language of the page. */
export function useLevelName(): (level: SwhErrorLevel | "Normal") => string {
  const { text } = useWords();
  const names = {
    Critical: "alarms.critical",
    Warning: "Warning",
    Notice: "heater.notice",
    Normal: "heater.normal",
  } as const;
  return (level) => text(names[level]);
}

function Figures({ rows }: { rows: readonly (readonly [label: string, figure: string, unit: string])[] }) {
  return (
    <dl className="heater-figures">
      {rows.map(([label, figure, unit]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={figure === MISSING ? "na" : undefined}>
            <b className="num">{figure}</b> {unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** widget_swh_energy_saving */
export function EnergySaving({ uid, today, told }: HeaterOf) {
  const { text, format } = useWords();
  const { today: now, month, total, solar_heat, solar_fraction, source } = told.widget_swh_energy_saving;
  const title = text("heater.saving");
  return (
    <Panel
      title={title}
      extra={
        <ExplainButton uid={uid} kpis={["energy_saving", "co2"]} title={title} range={usualRange(today)} />
      }
    >
      <Figures
        rows={[
          [text("heater.today"), format.number(now.value, 1), "kWh"],
          [text("heater.month"), format.number(month.value, 1), "kWh"],
          [text("heater.total"), format.number(total.value), "kWh"],
          [text("heater.heat"), format.number(solar_heat.today.value, 1), "kWh"],
          [text("heater.fraction"), format.number(solar_fraction.value), "%"],
        ]}
      />
      <p className="heater-foot">{source === null ? "\u00A0" : text(`heater.source.${source}`)}</p>
    </Panel>
  );
}

/** widget_swh_cost_saving */
export function CostSaving({ uid, today, told }: HeaterOf) {
  const { text, format } = useWords();
  const { today: now, month, total } = told.widget_swh_cost_saving;
  const title = text("heater.cost");
  return (
    <Panel
      title={title}
      extra={<ExplainButton uid={uid} kpis={["saving"]} title={title} range={usualRange(today)} />}
    >
      <Figures
        rows={[
          [text("heater.today"), format.number(now.value), "VND"],
          [text("heater.month"), format.number(month.value), "VND"],
          [text("heater.total"), format.number(total.value), "VND"],
        ]}
      />
    </Panel>
  );
}

function HeaterTable(given: { title: string; head: readonly [string, boolean][]; children: ReactNode }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="heater-scroll" role="region" aria-label={given.title} tabIndex={0}>
      <table className="heater-table">
        <thead>
          <tr>
            {given.head.map(([name, isNumber]) => (
              <th key={name} scope="col" className={isNumber ? "num" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{given.children}</tbody>
      </table>
    </div>
  );
}

const several = (rows: readonly { readonly device_uid: string }[]) =>
  new Set(rows.map(({ device_uid }) => device_uid)).size > 1;

/** widget_swh_sensor */
export function Sensors({ told: { widget_swh_sensor: rows } }: HeaterOf) {
  const { text, format } = useWords();
  const nameOf = useLevelName();
  const title = text("heater.sensors");
  return (
    <Panel title={title}>
      {rows.length === 0 && <PanelNote text={text("heater.noSensors")} />}
      {rows.length > 0 && (
        <HeaterTable
          title={title}
          head={[
            [text("heater.sensor"), false],
            [text("heater.value"), true],
            [text("heater.status"), false],
          ]}
        >
          {rows.map(({ device_uid, alias, sensor, name, value, unit, status, reason }) => (
            <tr key={`${device_uid} ${sensor}`}>
              <th scope="row">
                <b>{sensor}</b> {text(`heater.name.${name}`)}
                {several(rows) && <em> · {alias}</em>}
              </th>
              <td className={`num ${value === null ? "na" : ""}`}>
                {value === null ? MISSING : `${format.number(value, unit === "°C" ? 1 : 0)} ${unit}`}
              </td>
              <td>
                {status === null ? (
                  <span className="na">{MISSING}</span>
                ) : (
                  <LevelTag
                    level={status}
                    label={
                      reason === null
                        ? nameOf(status)
                        : `${nameOf(status)}: ${text(`heater.reason.${reason}`)}`
                    }
                  />
                )}
              </td>
            </tr>
          ))}
        </HeaterTable>
      )}
    </Panel>
  );
}

/** widget_swh_relay */
export function Relays({ timezone, told: { widget_swh_relay: rows } }: HeaterOf) {
  const { text, format } = useWords();
  const title = text("heater.relays");
  const drives = (relay: string) => (relay === "RL1" || relay === "RL2" ? ` ${text(`heater.${relay}`)}` : "");
  return (
    <Panel title={title}>
      {rows.length === 0 && <PanelNote text={text("heater.noRelays")} />}
      {rows.length > 0 && (
        <HeaterTable
          title={title}
          head={[
            [text("heater.relay"), false],
            [text("heater.state"), false],
            [text("heater.since"), true],
            [text("heater.onToday"), true],
          ]}
        >
          {rows.map(({ device_uid, alias, relay, on, since, today_on }) => (
            <tr key={`${device_uid} ${relay}`}>
              <th scope="row">
                <b>{relay}</b>
                {drives(relay)}
                {several(rows) && <em> · {alias}</em>}
              </th>
              <td>
                <span className={`relay-state ${on ? "on" : ""}`}>
                  <i aria-hidden /> {text(on ? "heater.on" : "heater.off")}
                </span>
              </td>
              <td className="num">
                {since === null ? text("heater.longer") : format.dateTime(Date.parse(since), timezone)}
              </td>
              <td className="num">{format.number(today_on.value, 1)} h</td>
            </tr>
          ))}
        </HeaterTable>
      )}
    </Panel>
  );
}

/** widget_swh_model */
export function Model({ told: { widget_swh_model: model } }: HeaterOf) {
  const { text, format } = useWords();
  const type = model.collector_type;
  const typeName = type === null ? MISSING : text(type === "other" ? "heater.otherType" : `heater.${type}`);
  const power = model.heater_power.value;
  return (
    <Panel title={text("heater.model")}>
      <Figures
        rows={[
          [text("heater.volume"), format.number(model.tank_volume.value), "L"],
          [text("heater.area"), format.number(model.collector_area.value, 1), "m²"],
          [text("heater.type"), typeName, ""],
          [text("heater.power"), format.number(power === null ? null : power / 1000, 1), "kW"],
          [text("heater.efficiency"), format.number(model.heater_efficiency.value), "%"],
          ...model.controller_list.map(
            ({ manufacturer, model: type_, device_serial }) =>
              [
                `${text("heater.controller")} ${device_serial}`,
                [manufacturer, type_].filter((part) => part !== null).join(" ") || MISSING,
                "",
              ] as const,
          ),
        ]}
      />
    </Panel>
  );
}

/** widget_swh_active_schedule and widget_swh_upcoming_schedule */
export function Schedules({
  title,
  timezone,
  schedules,
}: {
  title: string;
  timezone: string;
  schedules: HeaterWidgets["widget_swh_active_schedule"];
}) {
  const { text, format } = useWords();
  return (
    <Panel title={title} className="heater-schedule">
      {schedules.schedule_list.length === 0 ? (
        <div className="heater-none">
          <CalendarClock size={20} aria-hidden />
          <p>
            <b>{text("heater.noSchedule")}</b>
            <span>{text("heater.noScheduleHint")}</span>
          </p>
        </div>
      ) : (
        <ul>
          {schedules.schedule_list.map(({ schedule_id, relay, on, from, to }) => (
            <li key={schedule_id}>
              <b>
                {relay} {text(on ? "heater.on" : "heater.off")}
              </b>{" "}
              {format.dateTime(Date.parse(from), timezone)}
              {to !== null && ` – ${format.dateTime(Date.parse(to), timezone)}`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
