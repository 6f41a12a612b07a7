// Every kind of record of the product: whose time limits are kept, and on which a second person answers what a first proposed.
import { partiesKinds, type AnyKind } from "./domains/parties/index.ts";
import { registryKinds } from "./domains/registry/index.ts";
import { settlementKinds } from "./domains/settlement/index.ts";

export const recordKinds: readonly AnyKind[] = [...partiesKinds, ...registryKinds, ...settlementKinds];
