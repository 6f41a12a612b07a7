import type { assetType } from "@heliograph/contract/fleet/asset-types";
import {
  BatteryCharging,
  Cpu,
  Droplets,
  Gauge,
  Grid3x3,
  SunMedium,
  UtilityPole,
  type LucideIcon,
} from "lucide-react";
import type { z } from "zod";

/** A picture of each kind of device. */
export const ASSET_ICONS: Record<z.output<typeof assetType>, LucideIcon> = {
  solar_inverter: Cpu,
  electric_meter: Gauge,
  grid_meter: UtilityPole,
  sensor_radiation: SunMedium,
  solar_panel: Grid3x3,
  battery: BatteryCharging,
  swh_controller: Droplets,
};
