import { useEffect } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { keepProjectType } from "../../../platform/session.ts";
import { SWH_COLUMNS } from "./columns.tsx";
import { stat, tonsStat } from "./Dashboard.tsx";
import { ProjectList, type ListKind } from "./ProjectList.tsx";

/** /list-project-swh (M10): solar water heaters with statuses and alarms, without gauge and performance ratio. */
export default function SwhListScreen() {
  const t = useText();
  const format = useFormat();
  useEffect(() => keepProjectType("swh"), []);
  const stats: ListKind["stats"] = ({ answer }) => [
    { label: t("list.totalProjects"), number: format.number(answer?.total_projects ?? null) },
    stat(format, {
      label: t("list.energySaving"),
      value: answer?.total_energy_saving.value ?? null,
      unit: "kWh",
    }),
    stat(format, { label: t("list.saved"), value: answer?.total_cost_saving.value ?? null, unit: "VND" }),
    tonsStat(format, {
      label: t("list.co2"),
      value: answer?.total_co2_reduction.co2_reduction.value ?? null,
      unit: t("list.tons"),
    }),
  ];
  return (
    <ProjectList
      kind={{
        type: "swh",
        title: "list.swhTitle",
        emptyHint: "list.emptySwhHint",
        columns: SWH_COLUMNS,
        stats,
        dashboard: true,
        gauge: false,
      }}
    />
  );
}
