import { admin } from "./en/admin.ts";
import { common } from "./en/common.ts";
import { identity } from "./en/identity.ts";
import { projectPages } from "./en/project-pages.ts";
import { shell } from "./en/shell.ts";
import { statistics } from "./en/statistics.ts";
import { fleet } from "./en/fleet.ts";
import { keyFigures } from "./en/key-figures.ts";
import { performance } from "./en/performance.ts";
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
  ...projectPages,
  ...statistics,
  ...support,
  ...admin,
};
