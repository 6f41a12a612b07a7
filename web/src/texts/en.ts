import { admin } from "./en/admin.ts";
import { common } from "./en/common.ts";
import { environment } from "./en/environment.ts";
import { devices } from "./en/devices.ts";
import { identity } from "./en/identity.ts";
import { projectPages } from "./en/project-pages.ts";
import { projectSettings } from "./en/project-settings.ts";
import { shell } from "./en/shell.ts";
import { statistics } from "./en/statistics.ts";
import { fleet } from "./en/fleet.ts";
import { keyFigures } from "./en/key-figures.ts";
import { map } from "./en/map.ts";
import { performance } from "./en/performance.ts";
import { waterHeater } from "./en/water-heater.ts";
import { support } from "./en/support.ts";
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
