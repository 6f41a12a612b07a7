import { useEffect } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { keepProjectType } from "../../../platform/session.ts";
import { EsgButton } from "../environment/EsgButton.tsx";
import { PV_COLUMNS } from "./columns.tsx";
import { plus, stat, tonsStat, type DashboardAnswer } from "./Dashboard.tsx";
import { ProjectList, type ListKind } from "./ProjectList.tsx";

/** /list-project: pv projects with their dashboard. */
export default function ProjectListScreen() {
  const t = useText();
  const format = useFormat();
  useEffect(() => keepProjectType("pv"), []);
  const counted = ({ partly_known_projects: n, total_projects: of }: DashboardAnswer) => ({
    foot: (
      <>
        <span>
          {n === 0 ? t("list.toNow") : t("list.partly", { n: format.number(n), of: format.number(of) })}
        </span>
        {" · "}
        <span>{t("list.byEach")}</span>
      </>
    ),
  });
  const stats: ListKind["stats"] = ({ answer, gain, short }) => [
    { label: t("list.totalProjects"), number: format.number(answer.total_projects) },
    stat(format, { label: t("list.installed"), value: answer.total_project_capacity_pv.value, unit: "kWp" }),
    {
      ...stat(format, {
        label: t(short ? "list.today" : "list.todayTotal"),
        value: plus(answer.total_today_production.value, gain.today_kwh),
        unit: "kWh",
      }),
      foot: t("list.byEach"),
    },
    {
      ...stat(format, { label: t("list.total"), value: answer.total_total_production.value, unit: "kWh" }),
      ...counted(answer),
    },
    stat(format, { label: t("list.saved"), value: answer.total_cost_saving.value, unit: "VND" }),
    {
      ...tonsStat(format, {
        label: t(short ? "list.co2Short" : "list.co2"),
        value: answer.total_co2_reduction.co2_reduction.value,
        unit: t("list.tons"),
      }),
      action: <EsgButton uid={null} small />,
    },
  ];
  return (
    <ProjectList
      kind={{
        type: "pv",
        title: "list.pvTitle",
        emptyHint: "list.emptyHint",
        columns: PV_COLUMNS,
        stats,
        statCount: 6,
        dashboard: true,
        gauge: true,
      }}
    />
  );
}
