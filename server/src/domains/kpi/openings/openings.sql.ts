// The openings of projects' counters, from where the ledger keeps them.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { DEFAULT_PRICE } from "../saving/cost-saving.ts";
import type { GridFactors } from "../co2/emission-factors.ts";
import { openingSums, type DeviceOpening, type OpeningSums } from "./opening-energy.ts";

/** A device that counts production, with its opening. */
export interface OpeningOfDevice extends DeviceOpening {
  readonly project_id: number;
  readonly device_id: number;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
}

/**
 * The devices of the projects that count production, those that were taken out since with them. A production meter that
 * counts no total counts what it exports.
 */
export async function openingsOf(tx: Tx, projectIds: readonly number[]): Promise<OpeningOfDevice[]> {
  const { rows } = await sql<OpeningOfDevice>`
    select d.project_id, d.device_id, d.serial, d.name, d.alias, d.asset_type, d.energy_before_wh::float8 as energy_before_wh,
      (o.at at time zone p.timezone)::date as opened_on, 
      o.wh - case when o.wh is not null then coalesce((select sum(e.int_production_wh) from energy_day e
        where e.project_id = d.project_id and e.device_id = d.device_id), 0) end as opening_wh,
      exists (select from energy_day e where e.project_id = d.project_id and e.device_id = d.device_id
        and (e.production_wh is not null or d.asset_type = 'electric_meter' and e.export_wh is not null)) as measured
    from device d join project p on p.project_id = d.project_id
    left join lateral (
      select q.at, q.wh from energy_opening q where q.project_id = d.project_id and q.device_id = d.device_id
        and (q.quantity = 'production' or d.asset_type = 'electric_meter' and q.quantity = 'export')
      order by q.quantity desc limit 1
    ) o on true
    where d.project_id = any(${[...projectIds]}::int4[]) and d.asset_type in ('electric_meter', 'solar_inverter')
    order by d.project_id, d.device_id`.execute(tx);
  return rows;
}

interface Terms {
  readonly project_id: number;
  readonly commissioned_on: string | null;
  readonly vnd_per_kwh: string | null;
  readonly measured_since: string | null;
  readonly metered: boolean | null;
}

/** What the openings add to each project's totals, and the first day of which energy is known. */
export interface ProjectOpening extends OpeningSums {
  readonly measured_since: string | null;
  /** The devices that counted first. */
  readonly counted_type: DeviceOpening["asset_type"];
}

/** What a summary keeps of them. */
export type KeptOpening = Omit<ProjectOpening, "opening_saving_vnd" | "counted_type">;
export const NO_OPENING: KeptOpening = {
  opening_meter_wh: null,
  opening_inverter_wh: null,
  opening_counted_wh: null,
  opening_meter_co2_kg: null,
  opening_inverter_co2_kg: null,
  opening_counted_co2_kg: null,
  meter_lifetime: false,
  inverter_lifetime: false,
  counted_lifetime: false,
  opening_avoids: false,
  measured_since: null,
};

/** The openings alone of what holds more. */
export function keptOpening(of: KeptOpening): KeptOpening {
  const {
    opening_meter_wh,
    opening_inverter_wh,
    opening_counted_wh,
    opening_meter_co2_kg,
    opening_inverter_co2_kg,
    opening_counted_co2_kg,
    meter_lifetime,
    inverter_lifetime,
    counted_lifetime,
    opening_avoids,
    measured_since,
  } = of;
  return {
    opening_meter_wh,
    opening_inverter_wh,
    opening_counted_wh,
    opening_meter_co2_kg,
    opening_inverter_co2_kg,
    opening_counted_co2_kg,
    meter_lifetime,
    inverter_lifetime,
    counted_lifetime,
    opening_avoids,
    measured_since,
  };
}

/** The openings of the projects, summed, by project id. */
export async function projectOpenings(
  tx: Tx,
  projectIds: readonly number[],
  factors: GridFactors,
): Promise<Map<number, ProjectOpening>> {
  const devices = Map.groupBy(await openingsOf(tx, projectIds), ({ project_id }) => project_id);
  const { rows } = await sql<Terms>`
    select p.project_id, p.commissioned_on, t.vnd_per_kwh, d.measured_since, d.metered
    from project p
    left join lateral (select vnd_per_kwh from tariff t where t.project_id = p.project_id order by t.valid_from limit 1) t on true
    left join lateral (select d.day as measured_since, d.meter_wh is not null as metered from project_day d
      where d.project_id = p.project_id and coalesce(d.meter_wh, d.inverter_wh, d.saved_wh) is not null
      order by d.day limit 1) d on true
    where p.project_id = any(${[...projectIds]}::int4[])`.execute(tx);
  return new Map(
    rows.map(({ project_id, commissioned_on, vnd_per_kwh, measured_since, metered }) => {
      const own = devices.get(project_id) ?? [];
      const price = Number(vnd_per_kwh ?? DEFAULT_PRICE.vnd_per_kwh);
      // Before the first day is summed the meters are looked for among the devices.
      const isMetered =
        metered ?? own.some(({ asset_type, measured }) => measured && asset_type === "electric_meter");
      const counted_type = isMetered ? "electric_meter" : "solar_inverter";
      const terms = { commissioned_on, factors, vnd_per_kwh: price, isMetered };
      return [project_id, { ...openingSums(own, terms), measured_since, counted_type }];
    }),
  );
}
