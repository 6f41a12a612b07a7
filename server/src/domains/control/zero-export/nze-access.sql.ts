// Which gateways a person may change zero export of, and the note of it.
import type { turnNze } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { SessionRequest } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessToMany } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { lockGateways, nzeGateways, type NzeGateway } from "./zero-export.sql.ts";

type Doing = Pick<SessionRequest<typeof turnNze>, "session" | "origin">;
type Note = Omit<Parameters<typeof audit>[1], "account_id" | "address">;

/** Writes who did what to which gateway into the audit log. */
export const note = (tx: Tx, { session, origin }: Doing, entry: Note) =>
  audit(tx, { ...session, address: origin.address, ...entry });

/** The gateways, in the order given, all of which the caller may change; they stay locked until the transaction ends. */
export async function changeable(
  tx: Tx,
  session: Doing["session"],
  uids: readonly string[],
): Promise<NzeGateway[]> {
  const named = await nzeGateways(tx, uids);
  const projects = new Set<string>();
  for (const uid of uids) {
    const gateway = named.get(uid.toLowerCase());
    if (gateway === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
    projects.add(gateway.project_uid);
  }
  await accessToMany(tx, session, [...projects], { to: "change", noun: "gateway" });
  await lockGateways(
    tx,
    [...named.values()].map(({ gateway_id }) => gateway_id),
  );
  // What was told while this call waited counts.
  const locked = await nzeGateways(tx, uids);
  return uids.flatMap((uid) => locked.get(uid.toLowerCase()) ?? []);
}

/** The gateway, which the caller may change and which has a meter at the grid; it stays locked until the transaction ends. */
export async function oneMetered(tx: Tx, session: Doing["session"], uid: string): Promise<NzeGateway> {
  const [gateway] = await changeable(tx, session, [uid]);
  if (gateway === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
  mustBeMetered(gateway);
  return gateway;
}

/** Refuses a gateway whose export nobody could limit: 409 `nze.no_meter`. */
export function mustBeMetered({ has_grid_meter }: NzeGateway): void {
  if (has_grid_meter) return;
  throw new Problem(
    409,
    "nze.no_meter",
    "The gateway has no meter at the grid: nothing could limit its export",
  );
}
