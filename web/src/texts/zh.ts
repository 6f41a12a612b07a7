import { admin } from "./zh/admin.ts";
import { common } from "./zh/common.ts";
import { environment } from "./zh/environment.ts";
import { devices } from "./zh/devices.ts";
import { identity } from "./zh/identity.ts";
import { projectPages } from "./zh/project-pages.ts";
import { projectSettings } from "./zh/project-settings.ts";
import { shell } from "./zh/shell.ts";
import { statistics } from "./zh/statistics.ts";
import { fleet } from "./zh/fleet.ts";
import { keyFigures } from "./zh/key-figures.ts";
import { map } from "./zh/map.ts";
import { performance } from "./zh/performance.ts";
import { waterHeater } from "./zh/water-heater.ts";
import { support } from "./zh/support.ts";
import type { TextKey } from "./vi.ts";

/** Every text, by key. */
export const texts: Record<TextKey, string> = {
  ...common,
  ...identity,
  ...shell,
  ...fleet,
  ...performance,
  ...keyFigures,
  ...environment,
  ...map,
  ...projectPages,
  ...projectSettings,
  ...devices,
  ...statistics,
  ...support,
  ...waterHeater,
  ...admin,
};
