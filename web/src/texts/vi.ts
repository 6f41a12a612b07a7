import { admin } from "./vi/admin.ts";
import { common } from "./vi/common.ts";
import { environment } from "./vi/environment.ts";
import { devices } from "./vi/devices.ts";
import { identity } from "./vi/identity.ts";
import { projectPages } from "./vi/project-pages.ts";
import { projectSettings } from "./vi/project-settings.ts";
import { shell } from "./vi/shell.ts";
import { statistics } from "./vi/statistics.ts";
import { fleet } from "./vi/fleet.ts";
import { keyFigures } from "./vi/key-figures.ts";
import { map } from "./vi/map.ts";
import { performance } from "./vi/performance.ts";
import { waterHeater } from "./vi/water-heater.ts";
import { support } from "./vi/support.ts";

/** Every text, by key. Vietnamese is the language the others are compared with. */
export const texts = {
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

/** A key that has a text in every language. */
export type TextKey = keyof typeof texts;

/** A key whose text the public pages load too. */
export type PublicKey = keyof typeof common | keyof typeof identity;
