import { CalendarClock } from "lucide-react";
import { kilo, MISSING } from "../../../platform/format.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ExplainButton } from "../explain/ExplainButton.tsx";
import type { HeaterWidgets } from "./heater-now.ts";
import { usualRange } from "../charts/production-range.ts";
import { useWords } from "../words.ts";
import styles from "./HeaterWidgets.module.css";

export interface HeaterOf {
  readonly uid: string;
  readonly timezone: string;
  /** The project's calendar day. */
  readonly today: string;
  readonly widgets: HeaterWidgets;
}

function Figures({ rows }: { rows: readonly (readonly [label: string, figure: string, unit: string])[] }) {
  return (
    <dl className={styles.figures}>
      {rows.map(([label, figure, unit]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={figure === MISSING ? styles.missing : undefined}>
            <b>{figure}</b> {unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** widget_swh_energy_saving */
export function EnergySaving({ uid, today, widgets }: HeaterOf) {
  const { text, format } = useWords();
  const { today: now, month, total, solar_heat, solar_fraction, source } = widgets.widget_swh_energy_saving;
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
      <p className={styles.foot}>{source === null ? "\u00A0" : text(`heater.source.${source}`)}</p>
    </Panel>
  );
}

/** widget_swh_cost_saving */
export function CostSaving({ uid, today, widgets }: HeaterOf) {
  const { text, format } = useWords();
  const { today: now, month, total } = widgets.widget_swh_cost_saving;
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

/** widget_swh_model */
export function Model({ widgets: { widget_swh_model: model } }: HeaterOf) {
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
          [text("heater.power"), format.number(kilo(power), 1), "kW"],
          [text("heater.efficiency"), format.number(model.heater_efficiency.value), "%"],
          ...model.controller_list.map(
            ({ manufacturer, model: type_, alias, device_serial }) =>
              [
                `${text("heater.controller")} ${alias === device_serial ? alias : `${alias} (${device_serial})`}`,
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
    <Panel title={title}>
      {schedules.schedule_list.length === 0 ? (
        <div className={styles.none}>
          <CalendarClock size={20} aria-hidden />
          <p>
            <b>{text("heater.noSchedule")}</b>
            <span>{text("heater.noScheduleHint")}</span>
          </p>
        </div>
      ) : (
        <ul className={styles.runs}>
          {schedules.schedule_list.map(({ schedule_id, device_serial, alias, relay, on, from, to }) => (
            <li key={`${schedule_id} ${device_serial}`}>
              <b>
                {alias} · {relay} {text(on ? "heater.on" : "heater.off")}
              </b>{" "}
              <span>
                {format.dateTime(Date.parse(from), timezone)}
                {to !== null && ` – ${format.dateTime(Date.parse(to), timezone)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
