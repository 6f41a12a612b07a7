// Answers of the map and the showcase for tests; the contract parses them when they are served.
import { mapData, mapRadiation } from "@heliograph/contract/monitoring/map";
import { listForSelect, showCase, showCaseTotals } from "@heliograph/contract/monitoring/showcase";
import { answer } from "../../../../testing/test-kit.tsx";
import { listItem, UIDS } from "../../portfolio/testing/list-fakes.ts";

const AT = "2026-11-21T12:00:00+07:00";
const VERSION = "0123456789abcdef0123456789abcdef";

/** A map of the two projects with these radiations. */
export const mapAnswer = (values: readonly (number | null)[], map_version = VERSION) =>
  answer(mapData, {
    project_data: values.map((value, at) => ({
      project_info: {
        project_uid: UIDS[at % 2] ?? UIDS[0],
        project_ssoc_name: `Plant ${at}`,
        project_latitude: 10 + at / 10,
        project_longitude: 106,
      },
      project_data: { radiation_data: { radiation_value: { value, unit: "W/m2" as const } } },
    })),
    map_version,
    current_time: AT,
  });

/** The values alone. */
export const radiationAnswer = (radiation_values: (number | null)[], map_version = VERSION) =>
  answer(mapRadiation, { radiation_values, map_version, current_time: AT });

/** A showcase of the projects of those names. */
export const showCaseAnswer = (names: readonly string[]) =>
  answer(showCase, {
    data: names.map((name, at) => {
      const { project_info, swh_data: _heat, gateway_list: _gateways, ...item } = listItem({ name });
      return {
        ...item,
        project_info: { ...project_info, project_uid: UIDS[at % 2] ?? UIDS[0] },
        project_image: null,
      };
    }),
    current_time: AT,
  });

/** Totals of `projects` projects. */
export const showCaseTotalsAnswer = (projects: number) =>
  answer(showCaseTotals, {
    total_projects: projects,
    partly_known_projects: 0,
    total_gateway_active_power: { value: 42_500, unit: "W", silent_projects: 0 },
    total_project_capacity_pv: { value: 200, unit: "kWp" },
    total_today_production: { value: 231, unit: "kWh" },
    total_total_production: { value: 8_870_000, unit: "kWh" },
    total_today_energy_saving: { value: null, unit: "kWh" },
    total_energy_saving: { value: null, unit: "kWh" },
    total_cost_saving: { value: null, unit: "VND" },
    total_co2_reduction: {
      metter_co2_reduction: { value: 5_999, unit: "t" },
      inverter_co2_reduction: { value: 6_100, unit: "t" },
      co2_reduction: { value: 5_999, unit: "t" },
    },
    current_time: AT,
  });

/** A page of the selector. */
export const selectAnswer = (names: readonly string[]) =>
  answer(listForSelect, {
    data: names.map((name, at) => ({
      project_uid: UIDS[at % 2] ?? UIDS[0],
      project_ssoc_name: name,
      project_address: "",
      project_type: "pv" as const,
      project_capacity_pv: { value: 100, unit: "kWp" as const },
    })),
    paginate_info: { total_item: names.length, total_page: 1 },
  });
