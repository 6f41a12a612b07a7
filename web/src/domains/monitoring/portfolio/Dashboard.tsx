import type { ShownStatus } from "@heliograph/contract/kernel/plant-status";
import type { projectListDashboard } from "@heliograph/contract/monitoring/portfolio";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { kilo, useFormat, type Format } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Doughnut } from "../../../ui/charts/Doughnut.tsx";
import { Gauge } from "../../../ui/charts/Gauge.tsx";
import { gaugeMax } from "../../../ui/charts/gauge-scale.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { Stat } from "../../../ui/layout/StatStrip.tsx";
import { STATUS_ICONS } from "../../../ui/feedback/StatusTag.tsx";
import { RadiationCard } from "../map/RadiationCard.tsx";
import { STATUS_ORDER, STATUS_TEXTS } from "../../../platform/status-texts.ts";
import styles from "./Dashboard.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

export type DashboardAnswer = Answer<typeof projectListDashboard>;
/** What has arrived live since the dashboard was answered. */
export interface Gain {
  readonly power_w: number;
  readonly today_kwh: number;
}
/** Projects with an alarm that are named; the list below finds the others. */
const NAMED_ALARMS = 2;

/** An abbreviated figure with its exact value (M41). */
export function stat(format: Format, given: { label: string; value: number | null; unit: string }): Stat {
  const { number, suffix } = format.abbreviated(given.value);
  const exact = given.value === null ? {} : { exact: `${format.number(given.value, 1)} ${given.unit}` };
  return { label: given.label, number, suffix, unit: given.unit, known: given.value !== null, ...exact };
}

/** A figure of CO2: small plants keep the digits that theirs have. */
export function tonsStat(format: Format, given: { label: string; value: number | null; unit: string }): Stat {
  const exact = given.value === null ? {} : { exact: `${format.allTons(given.value)} ${given.unit}` };
  return { ...stat(format, given), ...format.tons(given.value), ...exact };
}

/** `gained` on top of a total; a total that is not known stays unknown unless something was gained. */
export const plus = (total: number | null, gained: number): number | null =>
  total === null ? (gained > 0 ? gained : null) : total + gained;

/** Gauge, statuses, alarms and radiation over all projects (M46, M47, M49). The rows of the statuses filter the list. */
export function Dashboard(given: {
  answer: DashboardAnswer;
  gain: Gain;
  gauge: boolean;
  picked: ShownStatus | null;
  onPick: (status: ShownStatus) => void;
}) {
  const { answer, gain, gauge, picked, onPick } = given;
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.dashboard} data-gauge={gauge}>
      {gauge && (
        <Panel title={t("list.activePower")} className={`${styles.panel} ${styles.power}`}>
          <PowerGauge answer={answer} gain={gain} />
        </Panel>
      )}
      <Panel title={t("list.plantStatus")} className={`${styles.panel} ${styles.statuses}`}>
        <Doughnut
          centre={format.short(answer.total_projects, 1)}
          centreLabel={t("list.projects")}
          picked={picked}
          // The keys of the slices are those of STATUS_ORDER.
          onPick={(key) => onPick(key as ShownStatus)}
          slices={STATUS_ORDER.map((status) => {
            const Icon = STATUS_ICONS[status];
            return {
              key: status,
              label: t(STATUS_TEXTS[status]),
              count: answer.plant_status_counts[status],
              shown: format.number(answer.plant_status_counts[status]),
              color: `var(--plant-${status.replace("_", "-")}-solid)`,
              icon: <Icon size={15} strokeWidth={2.2} aria-hidden />,
            };
          })}
        />
      </Panel>
      <Panel title={t("list.alarms")} className={styles.panel}>
        <Alarms answer={answer} />
      </Panel>
      {gauge && (
        <Panel flush className={styles.panel}>
          <RadiationCard />
        </Panel>
      )}
    </div>
  );
}

function PowerGauge({ answer, gain }: { answer: DashboardAnswer; gain: Gain }) {
  const t = useText();
  const format = useFormat();
  const power_w = plus(answer.total_gateway_active_power.value, gain.power_w);
  const capacity = answer.total_project_capacity_pv.value ?? 0;
  const power = kilo(power_w);
  const share = power === null || capacity === 0 ? null : (power / capacity) * 100;
  const { silent_projects: silent } = answer.total_gateway_active_power;
  const foot = [
    ...(share === null ? [] : [t("gauge.ofCapacity", { p: format.number(share, 1) })]),
    ...(silent === 0 ? [] : [t("gauge.without", { n: silent })]),
  ];
  return (
    <Gauge
      value={power}
      capacity={capacity}
      unit="kW"
      label={t("list.activePower")}
      valueText={power !== null && power >= 1000 ? format.number(power) : format.powerKw(power_w)}
      capacityText={t("gauge.capacity", { n: format.short(capacity) })}
      maxText={format.short(gaugeMax(capacity), 0)}
      // The line keeps its height while there is nothing to say.
      foot={foot.length === 0 ? "\u00A0" : foot.join(" · ")}
    />
  );
}

function Alarms({ answer }: { answer: DashboardAnswer }) {
  const t = useText();
  const format = useFormat();
  const { search } = useLocation();
  const { error, warning } = answer.alert_counts;
  if (error + warning === 0) {
    return (
      <div className={styles.allWell}>
        <span>
          <CircleCheck size={26} aria-hidden />
        </span>
        <p>{t("Plants are fully-operational")}</p>
      </div>
    );
  }
  const icons = {
    error: <OctagonAlert size={15} strokeWidth={2.2} aria-hidden />,
    warning: <TriangleAlert size={15} strokeWidth={2.2} aria-hidden />,
  };
  const colors = { error: "var(--plant-offline-solid)", warning: "var(--plant-warning-solid)" };
  const slice = (key: "error" | "warning", label: string, count: number) => {
    const look = { color: colors[key], icon: icons[key] };
    return { key, label, count, shown: format.number(count), ...look };
  };
  return (
    <div className={styles.alarms}>
      <Doughnut
        centre={format.short(error + warning, 1)}
        centreLabel={t("list.alarmCount")}
        slices={[slice("error", t("list.error"), error), slice("warning", t("Warning"), warning)]}
      />
      <ul className={styles.projects}>
        {answer.real_time_alert
          .slice(0, NAMED_ALARMS)
          .map(({ project_uid, project_ssoc_name, alert_data }) => {
            const worst = alert_data.status === "error" ? "error" : "warning";
            return (
              <li key={project_uid}>
                <Link to={paths.project(project_uid) + search}>
                  <span className={styles.icon} style={{ color: colors[worst] }}>
                    {icons[worst]}
                  </span>
                  <VisuallyHidden>{t(worst === "error" ? "list.error" : "Warning")}</VisuallyHidden>
                  <span className={styles.name} title={project_ssoc_name}>
                    {project_ssoc_name}
                  </span>
                </Link>
              </li>
            );
          })}
      </ul>
    </div>
  );
}
