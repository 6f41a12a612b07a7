import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { weatherWidget } from "@heliograph/contract/monitoring/overview/weather";
import { ask } from "../../../platform/api.ts";

/** What the figures at the top ask. */
export const overviewQueries = (uid: string) => {
  const of = { query: { project_uid: uid } };
  return { widget: ask(projectWidget, of), weather: ask(weatherWidget, of) };
};
