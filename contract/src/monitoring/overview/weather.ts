// The weather at a project, as far as the product knows it: what its sensors say, and where the sun stands (M208).
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { oneProject } from "../portfolio.ts";
import {
  inCelsius,
  inMetresPerSecond,
  inWPerM2,
  measured,
  utcInstant,
  zonedInstant,
} from "../../kernel/units.ts";

/** Of the sensors that are in contact their mean, else what the last of them said. */
const sensed = {
  /** End of the newest interval the value is made of; null exactly when the value is. */
  at: utcInstant.nullable(),
  /** False: the sensors are out of contact, and the value is old. */
  live: z.boolean(),
};

export const weatherWidget = endpoint({
  name: "weatherWidget",
  method: "GET",
  path: "project/widget/widget_weather_info",
  summary: "What a project's sensors say of the weather, and the sun at the project today",
  query: oneProject,
  answer: z.object({
    /** Now, in the project's zone. */
    current_time: zonedInstant,
    timezone: z.string(),
    /** In the plane of the modules. */
    irradiance: inWPerM2.extend(sensed),
    panel_temperature: inCelsius.extend(sensed),
    ambient_temperature: inCelsius.extend(sensed),
    wind_speed: inMetresPerSecond.extend(sensed),
    sun: z.object({
      /** From sunrise to sunset. */
      is_up: z.boolean(),
      /** Of the sun's centre above the horizon, without refraction; below it negative. */
      elevation: measured("°"),
      highest_elevation: measured("°"),
      solar_noon: zonedInstant,
      /** Of the project's calendar day; null: the sun does not rise or set on it. */
      sunrise: zonedInstant.nullable(),
      sunset: zonedInstant.nullable(),
    }),
  }),
  refusals: ["project.not_found"],
});
