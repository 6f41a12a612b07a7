// What kinds of devices there are.
import { z } from "zod";

export const assetType = z.enum([
  "solar_inverter",
  "electric_meter",
  "grid_meter",
  "sensor_radiation",
  "solar_panel",
  "battery",
  "swh_controller",
]);
