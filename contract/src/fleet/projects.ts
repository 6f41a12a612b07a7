// Projects, their tariff and who may see them, as their owner sets them up.
import { calendarDay } from "../kernel/calendar-day.ts";
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { line, someLine } from "../kernel/text.ts";
import { timeZone } from "../kernel/time-zone.ts";
import { projectRole, projectType } from "./project-types.ts";

/** Beyond these a call is refused with `<noun>.too_many`. An installation sets how many an account may have. */
export const FLEET_LIMITS = {
  gatewaysPerProject: 200,
  devicesPerGateway: 500,
  membersPerProject: 500,
  tariffsPerProject: 500,
  bandsPerTariff: 48,
} as const;

const capacityWp = z.int().min(0).max(1e11);
/** A local time of day, HH:MM. */
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time like 18:30");
/** Dong per kWh with up to four decimals, as text so that no digit is lost; a number is accepted too. */
const vndPerKwh = z
  .union([
    z.string().regex(/^\d{1,8}(\.\d{1,4})?$/, "Must be an amount like 2204.07"),
    z.number().min(0).max(99_999_999),
  ])
  .transform((amount) => (typeof amount === "number" ? String(Number(amount.toFixed(4))) : amount));

/** Another price between two times of local days; bands that cross midnight are written as two. */
const tariffBand = z
  .strictObject({
    from: clock,
    to: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Must be a time like 18:30 or 24:00"),
    /** ISO 8601: 1 Monday to 7 Sunday. */
    days: z.array(z.int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5, 6, 7]),
    vnd_per_kwh: vndPerKwh,
  })
  .refine((band) => band.from < band.to, { path: ["to"], error: "Must be later than from" });

/** The first band that fits a time sets its price; without one, `vnd_per_kwh` does. */
const bands = z.array(tariffBand).max(FLEET_LIMITS.bandsPerTariff);
const tariff = z.object({
  vnd_per_kwh: vndPerKwh,
  export_vnd_per_kwh: vndPerKwh.default("0"),
  bands: bands.default([]),
});
export type Tariff = z.output<typeof tariff>;

const place = {
  name: someLine(200),
  address: line(400),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  timezone: timeZone,
  capacity_wp: capacityWp,
  run_nze: z.boolean(),
  calculate_expected_data_by: z.enum(["gateway", "other"]),
} as const;
/** What a solar water heater is made of; null: not told. Only heaters of type swh are counted by it. */
const heater = {
  /** Litres. */
  tank_volume_l: z.int().min(1).max(1e6).nullable(),
  /** Aperture, m². */
  collector_area_m2: z.number().min(0.1).max(1e5).nullable(),
  collector_type: z.enum(["flat_plate", "evacuated_tube", "other"]).nullable(),
  /** Rated power of the electric heater behind the sun, W. */
  heater_power_w: z.int().min(1).max(1e9).nullable(),
  /** Share of its electricity that the electric heater turns into heat in the tank, in (0, 1]. */
  heater_efficiency: z.number().min(0.1).max(1),
} as const;
/** How the modules stand, of all arrays; null: not told. */
const plane = {
  /** Degrees from level. */
  tilt_deg: z.number().min(0).max(90).nullable(),
  /** Degrees clockwise from north, below 360: 180 is south. */
  azimuth_deg: z.number().min(0).lt(360, "Must be below 360").nullable(),
} as const;
const nights = {
  /** Local hours that count as night for the status Sleeping (M44); both or none. None: while the sun is down. */
  night_from: clock.nullable().optional(),
  night_to: clock.nullable().optional(),
} as const;
/** True when both ends of the night are set, both are null, or both are left out. */
const wholeNight = (night: {
  night_from?: string | null | undefined;
  night_to?: string | null | undefined;
}) =>
  (night.night_from === undefined) === (night.night_to === undefined) &&
  (night.night_from === null) === (night.night_to === null);
const HALF_NIGHT = { path: ["night_to"], error: "Give night_from and night_to together" };

/** What a person enters of a project, all of it. */
export const projectBody = z.object({
  name: place.name,
  address: place.address,
  latitude: place.latitude,
  longitude: place.longitude,
  timezone: place.timezone,
  capacity_wp: place.capacity_wp,
  project_type: projectType,
  commissioned_on: calendarDay.nullable(),
  ...plane,
  tank_volume_l: heater.tank_volume_l,
  collector_area_m2: heater.collector_area_m2,
  collector_type: heater.collector_type,
  heater_power_w: heater.heater_power_w,
});
export type ProjectBody = z.output<typeof projectBody>;

export const createProject = endpoint({
  name: "createProject",
  method: "POST",
  path: "fleet/project",
  summary: "Makes a project that the caller owns",
  body: z
    .object({
      ...place,
      ...nights,
      address: place.address.default(""),
      project_type: projectType,
      commissioned_on: calendarDay.nullable().optional(),
      tilt_deg: plane.tilt_deg.optional(),
      azimuth_deg: plane.azimuth_deg.optional(),
      tank_volume_l: heater.tank_volume_l.optional(),
      collector_area_m2: heater.collector_area_m2.optional(),
      collector_type: heater.collector_type.optional(),
      heater_power_w: heater.heater_power_w.optional(),
      heater_efficiency: heater.heater_efficiency.default(0.95),
      run_nze: place.run_nze.default(false),
      calculate_expected_data_by: place.calculate_expected_data_by.default("gateway"),
      /** Holds for all time until another is set. */
      tariff: tariff.optional(),
    })
    .refine(wholeNight, HALF_NIGHT),
  answer: z.object({ project_uid: z.uuid() }),
  refusals: ["project.too_many"],
});

export const listOwnProjects = endpoint({
  name: "listOwnProjects",
  method: "GET",
  path: "fleet/project",
  summary: "Projects the caller is a member of, by name",
  query: z.object({ keyword: line(100).optional(), page: pageNumber, items_page: pageSize(20) }),
  answer: z.object({
    items: z.array(
      z.object({
        project_uid: z.uuid(),
        name: z.string(),
        project_type: projectType,
        role: projectRole,
        capacity_wp: z.number(),
        timezone: z.string(),
      }),
    ),
    total_items: z.int(),
  }),
});

export const updateProject = endpoint({
  name: "updateProject",
  method: "PUT",
  path: "fleet/project",
  summary: "Changes what is given of a project; the rest stays",
  body: z
    .strictObject({ ...place, ...heater, ...plane, commissioned_on: calendarDay.nullable() })
    .partial()
    .extend({ project_uid: z.uuid(), ...nights })
    .refine(wholeNight, HALF_NIGHT),
  answer: done,
  refusals: ["project.not_found", "project.read_only"],
});

export const projectNight = endpoint({
  name: "projectNight",
  method: "GET",
  path: "fleet/project/night",
  summary: "The local hours in which the project sleeps; null: while the sun is down",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({ night_from: clock.nullable(), night_to: clock.nullable() }),
  refusals: ["project.not_found"],
});

export const removeProject = endpoint({
  name: "removeProject",
  method: "DELETE",
  path: "fleet/project",
  summary: "Takes the project away from everyone; its readings are kept, its gateways are refused",
  query: z.object({ project_uid: z.uuid() }),
  answer: done,
  refusals: ["project.not_found", "project.owner_only", "device.bound"],
});

export const setTariff = endpoint({
  name: "setTariff",
  method: "PUT",
  path: "fleet/tariff",
  summary: "Sets the price of energy from a day on; what is left out of it stays as it was on that day",
  body: z.strictObject({
    vnd_per_kwh: vndPerKwh,
    export_vnd_per_kwh: vndPerKwh.optional(),
    bands: bands.optional(),
    project_uid: z.uuid(),
    /** Left out: today in the project's time zone. */
    valid_from: calendarDay.optional(),
  }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "tariff.too_many"],
});

export const listTariffs = endpoint({
  name: "listTariffs",
  method: "GET",
  path: "fleet/tariff",
  summary: "Every tariff of a project, the latest first; each holds until the next one begins",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({
    items: z.array(
      z.object({
        /** 1970-01-01: from the beginning. */
        valid_from: z.iso.date(),
        vnd_per_kwh: z.string(),
        export_vnd_per_kwh: z.string(),
        bands: z.array(tariffBand),
      }),
    ),
  }),
  refusals: ["project.not_found"],
});

export const removeTariff = endpoint({
  name: "removeTariff",
  method: "DELETE",
  path: "fleet/tariff",
  summary: "Takes away the tariff that begins on a day; the one before it holds instead",
  query: z.object({ project_uid: z.uuid(), valid_from: calendarDay }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "tariff.not_found"],
});
