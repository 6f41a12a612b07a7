import { useEffect } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { keepProjectType } from "../../../platform/session.ts";
import { EsgButton } from "../environment/EsgButton.tsx";
import { PV_COLUMNS } from "./columns.tsx";
import { plus, stat, tonsStat, type DashboardAnswer } from "./Dashboard.tsx";
import { ProjectList, type ListKind } from "./ProjectList.tsx";

/** The totals of the dashboard above pv projects; words stand before the answer has come. */
function usePvStats(): ListKind["stats"] {
  const t = useText();
  const format = useFormat();
  const counted = (answer: DashboardAnswer | undefined) => {
    const { partly_known_projects: n = 0, total_projects: of = 0 } = answer ?? {};
    return {
      foot: (
        <>
          <span>
            {n === 0 ? t("list.toNow") : t("list.partly", { n: format.number(n), of: format.number(of) })}
          </span>
          {" · "}
          <span>{t("list.byEach")}</span>
        </>
      ),
    };
  };
  return ({ answer, gain, short }) => [
    { label: t("list.totalProjects"), number: format.number(answer?.total_projects ?? null) },
    stat(format, {
      label: t("list.installed"),
      value: answer?.total_project_capacity_pv.value ?? null,
      unit: "kWp",
    }),
    {
      ...stat(format, {
        label: t(short ? "list.today" : "list.todayTotal"),
        value: plus(answer?.total_today_production.value ?? null, gain.today_kwh),
        unit: "kWh",
      }),
      foot: t("list.byEach"),
    },
    {
      ...stat(format, {
        label: t("list.total"),
        value: answer?.total_total_production.value ?? null,
        unit: "kWh",
      }),
      ...counted(answer),
    },
    stat(format, { label: t("list.saved"), value: answer?.total_cost_saving.value ?? null, unit: "VND" }),
    {
      ...tonsStat(format, {
        label: t(short ? "list.co2Short" : "list.co2"),
        value: answer?.total_co2_reduction.co2_reduction.value ?? null,
        unit: t("list.tons"),
      }),
      action: <EsgButton uid={null} small />,
    },
  ];
}

/** /list-project: pv projects with their dashboard. */
export default function ProjectListScreen() {
  useEffect(() => keepProjectType("pv"), []);
  const stats = usePvStats();
  return (
    <ProjectList
      kind={{
        type: "pv",
        title: "list.pvTitle",
        emptyHint: "list.emptyHint",
        columns: PV_COLUMNS,
        stats,
        dashboard: true,
        gauge: true,
      }}
    />
  );
}
