import {
  changeDevice,
  confirmRatings,
  removeDevice,
  replaceDevice,
  setEnergyBefore,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, SessionRequest } from "../../../platform/http.ts";
import { audit } from "../../identity/index.ts";
import { accessTo, type ProjectAccess } from "../access/access.sql.ts";
import { mustNotBeBound } from "./bound.sql.ts";
import { tellEnergyBefore } from "./devices.sql.ts";
import {
  confirmDeviceRatings,
  deviceFields,
  markDeviceRemoved,
  putInPlaceOf,
  setDeviceFields,
  takeReplacementBack,
} from "./owners-devices.sql.ts";

const CHANGE = { to: "change", noun: "project" } as const;

/** Serves what owners say of the devices of their projects. */
export function deviceRoutes(serve: Serve, db: Db): void {
  serve(changeDevice, ({ body: { project_uid, ...change }, session, origin }) =>
    changing(db, { session, origin, project_uid }, async (tx, access, note) => {
      const uids = [change.device_uid];
      const before = await deviceFields(tx, access, uids, change);
      await setDeviceFields(tx, access, change);
      await note("device.changed", before, await deviceFields(tx, access, uids, change));
      return { message: "The device has been changed" };
    }),
  );

  serve(confirmRatings, ({ body: { project_uid, devices }, session, origin }) =>
    changing(db, { session, origin, project_uid }, async (tx, access, note) => {
      const uids = devices.map(({ device_uid }) => device_uid);
      const before = await deviceFields(tx, access, uids, RATINGS);
      await confirmDeviceRatings(tx, access, devices);
      await note("device.ratings_confirmed", before, await deviceFields(tx, access, uids, RATINGS));
      return { message: "The ratings have been confirmed" };
    }),
  );

  serve(removeDevice, ({ query: { project_uid, device_uid }, session, origin }) =>
    changing(db, { session, origin, project_uid }, async (tx, access, note) => {
      const before = await deviceFields(tx, access, [device_uid], { serial: "", name: "" });
      await mustNotBeBound(tx, access, { device_uid });
      await markDeviceRemoved(tx, access, device_uid);
      await note("device.removed", before);
      return { message: "The device has been removed" };
    }),
  );

  serve(replaceDevice, ({ body: { project_uid, device_uid, serial }, session, origin }) =>
    changing(db, { session, origin, project_uid }, async (tx, access, note) => {
      if (serial === null) await takeReplacementBack(tx, access, device_uid);
      else {
        await mustNotBeBound(tx, access, { device_uid });
        await putInPlaceOf(tx, access, { device_uid, serial });
      }
      await note("device.replaced", undefined, new Map([[device_uid, { serial }]]));
      return { message: serial === null ? "The device is back" : "The device has been replaced" };
    }),
  );

  serve(setEnergyBefore, ({ body: { project_uid, device_uid, energy_before_kwh }, session, origin }) =>
    changing(db, { session, origin, project_uid }, async (tx, access, note) => {
      const energy_before_wh = energy_before_kwh === null ? null : Math.round(energy_before_kwh * 1000);
      const before = await deviceFields(tx, access, [device_uid], { energy_before_wh });
      await tellEnergyBefore(tx, access, { device_uid, energy_before_wh });
      await note("device.energy_before_set", before, new Map([[device_uid, { energy_before_wh }]]));
      return { message: "What the device before had produced has been set" };
    }),
  );
}

const RATINGS = { ac_nominal_w: 0, dc_capacity_wp: 0 };

/** Values of devices by uid. */
type Fields = ReadonlyMap<string, Readonly<Record<string, unknown>>>;
type Note = (action: string, before?: Fields, after?: Fields) => Promise<void>;

/** Runs `work` in a transaction for those who may change the project; `note` adds an entry to the log for each device named. */
function changing<R>(
  db: Db,
  asked: Pick<SessionRequest<typeof changeDevice>, "session" | "origin"> & { readonly project_uid: string },
  work: (tx: Tx, access: ProjectAccess<"change">, note: Note) => Promise<R>,
): Promise<R> {
  const { session, origin, project_uid } = asked;
  return db.transaction().execute(async (tx) => {
    const access = await accessTo(tx, session, project_uid, CHANGE);
    const by = { ...session, address: origin.address, project_id: access.project_id };
    return work(tx, access, async (action, before, after) => {
      for (const subject of (after ?? before ?? new Map()).keys()) {
        await audit(tx, { ...by, action, subject, before: before?.get(subject), after: after?.get(subject) });
      }
    });
  });
}
