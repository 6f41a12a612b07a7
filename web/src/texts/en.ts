import { common } from "./en/common.ts";
import { identity } from "./en/identity.ts";
import { shell } from "./en/shell.ts";
import { fleet } from "./en/fleet.ts";
import { performance } from "./en/performance.ts";
import type { TextKey } from "./vi.ts";

/** Every text, by key. */
export const texts: Record<TextKey, string> = { ...common, ...identity, ...shell, ...fleet, ...performance };
