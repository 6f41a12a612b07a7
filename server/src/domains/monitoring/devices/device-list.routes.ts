import { localDay, projectDevice, projectDevices } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { inProject } from "../../fleet/index.ts";
import { detailOf, gatewayLineOf, lineOf } from "./device-list.ts";
import { deviceRecordOf, deviceRecordsOf } from "../overview/overview.sql.ts";
import { gatewaysOf } from "../portfolio/project-list.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;

/** Serves the device list of a project and single devices. `now` gives ms since 1970. */
export function deviceListRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(projectDevices, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const looked = { place: access, nowMs: now() };
      const gateways = await gatewaysOf(tx, [access.project_id]);
      const devices = await deviceRecordsOf(tx, access, localDay(access.timezone, looked.nowMs));
      const behind = Map.groupBy(devices, (device) => device.gateway_id);
      return {
        current_time: new Date(looked.nowMs).toISOString(),
        timezone: access.timezone,
        gateways: gateways.map((gateway) =>
          gatewayLineOf(gateway, behind.get(gateway.gateway_id)?.length ?? 0, looked),
        ),
        devices: devices.map((device) => lineOf(device, looked)),
      };
    }),
  );

  serve(projectDevice, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const looked = { place: access, nowMs: now() };
      const device = await deviceRecordOf(tx, access, {
        device_uid: query.device_uid,
        day: localDay(access.timezone, looked.nowMs),
      });
      const gateways = await gatewaysOf(tx, [access.project_id]);
      const gateway = gateways.find((one) => one.gateway_id === device?.gateway_id);
      if (device === undefined || gateway === undefined) {
        throw new Problem(404, "device.not_found", "No such device");
      }
      return {
        current_time: new Date(looked.nowMs).toISOString(),
        timezone: access.timezone,
        device: detailOf(device, gatewayLineOf(gateway, device.gateway_devices, looked), looked),
      };
    }),
  );
}
