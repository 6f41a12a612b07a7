import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import type { Load, ScreenAddress } from "../../../platform/loading.ts";
import { whenIdle } from "../../../ui/feedback/when-idle.ts";
import { setUpQuery } from "../../fleet/commissioning/set-up-queries.ts";
import { mayChange } from "../../fleet/projects/project-queries.ts";
import { certificatesQuery } from "./certificates-query.ts";
import { overviewQueries } from "./overview-queries.ts";

/** The panels of a pv project, whose code comes when the project has said its kind: they themselves, and what they ask the server. */
export const plantPanels = {
  code: async () => {
    await whenIdle();
    return { default: (await import("./PlantPanels.tsx")).PlantPanels };
  },
  asked: async () => {
    const { loadPlantPanels, PLANT_CALLS } = await import("./PlantPanels.loader.ts");
    return { loadPanels: loadPlantPanels, calls: PLANT_CALLS };
  },
};

/** As plantPanels, of a hot-water project. */
export const heaterPanels = {
  code: async () => {
    await whenIdle();
    return { default: (await import("../heaters/HeaterPanels.tsx")).HeaterPanels };
  },
  asked: async () => {
    const { loadHeaterPanels, HEATER_CALLS } = await import("../heaters/HeaterPanels.loader.ts");
    return { loadPanels: loadHeaterPanels, calls: HEATER_CALLS };
  },
};

type Widget = Answer<typeof projectWidget>;

/** The panels of a project of the kind. */
export const panelsOf = (type: Widget["project_info"]["project_type"]) =>
  type === "swh" ? heaterPanels : plantPanels;

/** Starts the figures and the weather; the panels as soon as the project has said its kind and its zone. */
export const load: Load = async (start, { id, search }: ScreenAddress) => {
  const queries = overviewQueries(id);
  void start(queries.weather);
  const widget = await start(queries.widget);
  if (widget === undefined) return;
  // The figures are drawn before what is below them is asked for.
  await whenIdle();
  const { project_type: type } = widget.project_info;
  if (mayChange(widget.project_info)) void start(setUpQuery(id));
  if (type === "pv") void start(certificatesQuery(id));
  const { loadPanels } = await panelsOf(type).asked();
  loadPanels(start, widget, search);
};
