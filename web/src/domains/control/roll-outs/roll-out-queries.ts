// Roll-outs as their screen asks for them: again and again while something may become of them.
import {
  listRollOutGateways,
  listRollOuts,
  readRollOut,
  type RollOut,
} from "@heliograph/contract/control/roll-outs";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { ask } from "../../../platform/api.ts";

/** A roll-out with its gateways. */
export type RollOutDetail = Answer<typeof readRollOut>;
/** A gateway of a roll-out. */
export type GatewayOfRollOut = RollOutDetail["gateways"][number];
/** A gateway that a version may be rolled out to. */
export type FittingGateway = Answer<typeof listRollOutGateways>["items"][number];

const SOON_MS = 3000;
const SELDOM_MS = 30_000;

/** Whether something may still become of it. */
const isOpenRollOut = ({ state, counts }: RollOut): boolean =>
  state === "running" || state === "waiting" || counts.under_way > 0;

/** All roll-outs that the person sees. */
export const rollOutsQuery = () => ask(listRollOuts, { query: {} });

/** One with its gateways. */
export const rollOutQuery = (roll_out_uid: string) => ask(readRollOut, { query: { roll_out_uid } });

/** Gateways for a version. */
export const fittingQuery = (file_uid: string) => ask(listRollOutGateways, { query: { file_uid } });

/** How soon to ask again, ms. */
export const askAgainMs = (rollOuts: readonly RollOut[] | undefined): number =>
  rollOuts?.some(isOpenRollOut) === true ? SOON_MS : SELDOM_MS;
