import { addDays, daysBetween, localDay, plantCertificates } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { accessTo } from "../../fleet/index.ts";
import { chosenDay } from "../generation/day-energy.ts";
import { actorOf, findRecord, mayAct, nextStepsOf, type Actor } from "../../parties/index.ts";
import { ownedConsents } from "../devices/consent.sql.ts";
import { REGISTERED_KIND } from "../devices/registered/registered-kind.sql.ts";
import { sceneOf, sourcesOf, type Period } from "../generation/day-sources.sql.ts";
import { requestDevice, requestState, stoppedBy } from "../issuance/issuance-facts.sql.ts";
import { issuanceKind } from "../issuance/issuance-kind.sql.ts";
import { openRequestOf, placesOf, seatAt, type PlantSeat } from "./plant-certificates.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;

/** Serves what became of a plant's generation, to members of the project. */
export function plantCertificateRoutes(serve: Serve, db: Db): void {
  serve(plantCertificates, async ({ query: { project_uid }, session }) => {
    const { project_id, timezone } = await accessTo(db, session, project_uid, LOOK);
    const today = localDay(timezone, Date.now());
    const seat = await seatAt(db, { project_id, account_id: session.account_id });
    const nothing = {
      account: seat?.account ?? null,
      company_name: seat?.company_name ?? "",
      may_register: seat?.role === "trader" || seat?.role === "account_manager",
      device: null,
      vintage: Number(today.slice(0, 4)),
      months: [],
      places: [],
      request: null,
      so_far_wh: 0,
      consents: await ownedConsents(db, session.account_id, { projects: [project_id] }),
      next_draft: `${addDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7)}-01 02:00`,
    };
    if (seat === undefined || seat.registered_device_id === null) return nothing;
    const { registered_device_id } = seat;
    const { vintage, months, places } = await db
      .transaction()
      .execute((tx) => placesOf(tx, seat, nothing.vintage));
    const now = await db.transaction().execute(async (tx) => ({
      request: await requestFor(tx, session, { ...seat, registered_device_id }),
      device: await deviceAt(tx, session, seat),
    }));
    const so_far_wh = await countedWh(db, registered_device_id, {
      from_day: `${today.slice(0, 7)}-01`,
      to_day: today,
    });
    return {
      ...nothing,
      ...now,
      vintage,
      months,
      places,
      so_far_wh,
    };
  });
}

/** What the days count for the device as the energy ledger has them now, whole Wh; of which nothing is known, counts nothing. */
async function countedWh(db: Db, registered_device_id: number, period: Period): Promise<number> {
  const device = await requestDevice(db, { registered_device_id });
  const scene = await sceneOf(db, device, period);
  const days = daysBetween(period.from_day, period.to_day);
  const sources = days.map((day) => sourcesOf(scene, day, new Map()));
  return Math.floor(sources.reduce((sum, one) => sum + (chosenDay(one).wh ?? 0), 0));
}

/** The device with who must act on it. */
async function deviceAt(tx: Tx, session: Session, seat: PlantSeat) {
  const { device_uid, code, registry, device_status: status, suspended_because, account } = seat;
  const actor = await actorOf(tx, session, account);
  const steps = await nextStepsOf(tx, REGISTERED_KIND, [{ record_uid: device_uid, status }], actor);
  return { device_uid, code, registry, status, suspended_because, next: steps.get(device_uid) ?? null };
}

async function requestFor(tx: Tx, session: Session, seat: PlantSeat & { registered_device_id: number }) {
  const row = await openRequestOf(tx, seat.registered_device_id);
  if (row === undefined) return null;
  const actor = await actorOf(tx, session, seat.account);
  const next = (await nextStepsOf(tx, issuanceKind, [row], actor)).get(row.record_uid) ?? null;
  const now = await comesTo(tx, row.record_uid, actor);
  return { ...row, ...now, next, may_act: mayAct(actor, "trader", "account_manager") };
}

/** What the request comes to at this moment: months before it may have been issued since its statement was frozen. */
async function comesTo(tx: Tx, record_uid: string, actor: Actor) {
  const draft = await findRecord(tx, issuanceKind, { actor, record_uid, lock: false });
  const state = await requestState(tx, draft);
  const { made, carried, quantity } = state;
  return {
    quantity,
    counted_wh: made.days.reduce((sum, { wh }) => sum + (wh ?? 0), 0),
    carried_wh: carried.reduce((sum, { wh }) => sum + wh, 0),
    failed: stoppedBy(state),
  };
}
