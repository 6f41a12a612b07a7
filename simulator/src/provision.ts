// Makes the fleet known to the portal: projects, gateways with their credentials, and who else may look. Can be
// repeated: what is there already is found by its name or serial.
import {
  addGateway,
  createProject,
  getPerformanceContract,
  listGateways,
  listOwnProjects,
  renewGatewayCredential,
  setMember,
  setPerformanceContract,
  USUAL_TERMS,
  type ProjectRole,
} from "@heliograph/contract";
import { isDeepStrictEqual } from "node:util";
import type { Plant, SwhPlant } from "./fleet/plant.ts";
import { PortalRefusal, type PortalCall } from "./portal.ts";
import type { FleetState, GatewayState, ProjectState } from "./state.ts";

export interface Member {
  readonly email: string;
  readonly role: ProjectRole;
}

export interface Provisioning {
  readonly call: PortalCall;
  readonly state: FleetState;
  readonly members: readonly Member[];
  readonly intervalS: number;
}

/** Uids of the account's projects by name. */
export async function projectsByName(call: PortalCall): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { items, total_items } = await call(listOwnProjects, { query: { page, items_page: 100 } });
    for (const { name, project_uid, role } of items) if (role === "owner") found.set(name, project_uid);
    if (page * 100 >= total_items || items.length === 0) return found;
  }
}

const heaterOf = ({ tankLitres, collector, collectorType, heaterW }: SwhPlant) => ({
  tank_volume_l: tankLitres,
  collector_area_m2: collector.areaM2,
  collector_type: collectorType,
  heater_power_w: heaterW,
});

async function newProject(call: PortalCall, plant: Plant): Promise<string> {
  const { project_uid } = await call(createProject, {
    body: {
      name: plant.name,
      address: plant.address,
      latitude: plant.site.latitude,
      longitude: plant.site.longitude,
      project_type: plant.type,
      timezone: plant.site.timezone,
      capacity_wp: plant.capacityWp,
      commissioned_on: plant.commissionedOn,
      run_nze: plant.type === "pv" && plant.runNze,
      ...(plant.type === "swh" ? heaterOf(plant) : {}),
      tariff: {
        vnd_per_kwh: plant.tariff.vndPerKwh,
        export_vnd_per_kwh: plant.tariff.exportVndPerKwh,
        bands: plant.tariff.bands.map((band) => ({ ...band, days: [...band.days] })),
      },
    },
  });
  return project_uid;
}

async function gatewaysOf(
  { call, intervalS }: Provisioning,
  plant: Plant,
  project: ProjectState,
): Promise<void> {
  const missing = plant.gateways.filter(({ serial }) => project.gateways[serial] === undefined);
  if (missing.length === 0) return;
  const { project_uid } = project;
  const { items } = await call(listGateways, { query: { project_uid, page: 1, items_page: 100 } });
  for (const { serial, name, capacityWp } of missing) {
    const there = items.find((gateway) => gateway.serial === serial);
    const { gateway_uid, credential } =
      there === undefined
        ? await call(addGateway, {
            body: { project_uid, serial, name, capacity_wp: capacityWp, interval_s: intervalS },
          })
        : await call(renewGatewayCredential, { body: { gateway_uid: there.gateway_uid } });
    const fresh: GatewayState = {
      gateway_uid,
      credential,
      sequence: 1,
      history_sequence: 1,
      live_to_ms: null,
      owed: [],
      hourly_before_ms: 0,
    };
    project.gateways[serial] = fresh;
  }
}

/** Sets what was guaranteed for the plant, once, and not where its owner has set something already. */
async function agreementOf({ call }: Provisioning, plant: Plant, project: ProjectState): Promise<void> {
  if (project.agreement_set || plant.type !== "pv" || plant.agreement === null) return;
  const { project_uid } = project;
  const terms = await call(getPerformanceContract, { query: { project_uid } });
  if (isDeepStrictEqual(terms, USUAL_TERMS)) {
    const { agreement, gamma } = plant;
    await call(setPerformanceContract, {
      body: {
        project_uid,
        guaranteed_year_percent: agreement.guaranteedYearPercent,
        degradation_percent_per_year: agreement.degradationPercentPerYear,
        pvsyst_year_percent: agreement.pvsystYearPercent,
        pvsyst_month_percent:
          agreement.pvsystMonthPercent === null ? null : [...agreement.pvsystMonthPercent],
        gamma_percent_per_c: Math.round(gamma * 10_000) / 100,
      },
    });
  }
  project.agreement_set = true;
}

/**
 * Sees to it that the plant is a project of the account with all its gateways, and writes what it learns into the
 * state. `existing` are the account's projects by name; what the state says of a project that is gone is forgotten.
 */
export async function provision(
  given: Provisioning,
  plant: Plant,
  existing: ReadonlyMap<string, string>,
): Promise<ProjectState> {
  const { call, state } = given;
  const project_uid = existing.get(plant.name) ?? (await newProject(call, plant));
  const known = state.projects[plant.key];
  const project: ProjectState =
    known?.project_uid === project_uid
      ? known
      : {
          project_uid,
          members_set: false,
          agreement_set: false,
          furnished: false,
          orders: known?.orders ?? [],
          gateways: {},
        };
  state.projects[plant.key] = project;
  await agreementOf(given, plant, project);
  await gatewaysOf(given, plant, project);
  return project;
}

/** Gives the other accounts their role on a project, once; an account that does not exist is passed over. */
export async function invite({ call, members }: Provisioning, project: ProjectState): Promise<void> {
  if (project.members_set) return;
  for (const { email, role } of members) {
    await call(setMember, { body: { project_uid: project.project_uid, email, role } }).catch(
      (error: unknown) => {
        if (!(error instanceof PortalRefusal && error.code === "account.not_found")) throw error;
      },
    );
  }
  project.members_set = true;
}
