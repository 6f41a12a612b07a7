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
import { accessTo } from "../access/access.sql.ts";
import { tellEnergyBefore } from "./devices.sql.ts";
import {
  confirmDeviceRatings,
  markDeviceRemoved,
  putInPlaceOf,
  setDeviceFields,
  takeReplacementBack,
} from "./owners-devices.sql.ts";

const CHANGE = { to: "change", noun: "project" } as const;

/** Serves what owners say of the devices of their projects. */
export function deviceRoutes(serve: Serve, db: Db): void {
  serve(changeDevice, ({ body: { project_uid, ...change }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      await setDeviceFields(tx, await accessTo(tx, session, project_uid, CHANGE), change);
      const { device_uid: subject, ...fields } = change;
      // What was left out is not part of what was changed.
      const detail: AuditDetail = JSON.parse(JSON.stringify(fields));
      await note(tx, { session, origin }, { action: "device.changed", subject, detail });
      return { message: "The device has been changed" };
    }),
  );

  serve(confirmRatings, ({ body: { project_uid, devices }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      await confirmDeviceRatings(tx, await accessTo(tx, session, project_uid, CHANGE), devices);
      for (const { device_uid: subject, ...detail } of devices) {
        await note(tx, { session, origin }, { action: "device.ratings_confirmed", subject, detail });
      }
      return { message: "The ratings have been confirmed" };
    }),
  );

  serve(removeDevice, ({ query: { project_uid, device_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      await markDeviceRemoved(tx, await accessTo(tx, session, project_uid, CHANGE), device_uid);
      await note(tx, { session, origin }, { action: "device.removed", subject: device_uid });
      return { message: "The device has been removed" };
    }),
  );

  serve(replaceDevice, ({ body: { project_uid, device_uid, serial }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      if (serial === null) await takeReplacementBack(tx, access, device_uid);
      else await putInPlaceOf(tx, access, { device_uid, serial });
      const detail = { serial };
      await note(tx, { session, origin }, { action: "device.replaced", subject: device_uid, detail });
      return { message: serial === null ? "The device is back" : "The device has been replaced" };
    }),
  );

  serve(setEnergyBefore, ({ body: { project_uid, device_uid, energy_before_kwh }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      const energy_before_wh = energy_before_kwh === null ? null : Math.round(energy_before_kwh * 1000);
      await tellEnergyBefore(tx, access, { device_uid, energy_before_wh });
      const detail = { project_uid, energy_before_kwh };
      await note(
        tx,
        { session, origin },
        { action: "device.energy_before_set", subject: device_uid, detail },
      );
      return { message: "What the device before had produced has been set" };
    }),
  );
}

type AuditDetail = NonNullable<Parameters<typeof audit>[1]["detail"]>;

async function note(
  tx: Tx,
  { session, origin }: Pick<SessionRequest<typeof changeDevice>, "session" | "origin">,
  what: { action: string; subject: string; detail?: AuditDetail },
): Promise<void> {
  await audit(tx, { ...session, address: origin.address, ...what });
}
