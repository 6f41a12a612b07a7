// A gateway beside the devices behind it: what it is, whether it answers, and whether its zero export can be switched.
import { nzeAllowedAtMs, type ZeroExportGateway } from "@heliograph/contract";
import { contactLimitSeconds } from "../../kpi/index.ts";

/** What is read of a gateway to show it. */
export interface ShownGateway {
  readonly gateway_uid: string;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly firmware_version: string | null;
  readonly interval_s: number;
  readonly last_contact_at: Date | null;
  readonly nze_status: boolean;
  readonly has_grid_meter: boolean;
  /** When zero export was last told to change; null: never. */
  readonly nze_told_at: Date | null;
}

/** The gateway as answers have it (M104). */
export function gatewayShown(
  row: ShownGateway,
  nowMs: number,
): Pick<ZeroExportGateway, "gateway_info" | "gateway_data"> {
  const { gateway_uid: uid, serial, name, alias, firmware_version, last_contact_at, nze_status } = row;
  const contactMs = last_contact_at?.getTime() ?? null;
  const allowedMs = nzeAllowedAtMs(row.nze_told_at?.getTime() ?? null, nowMs);
  return {
    gateway_info: {
      uid,
      serial,
      name,
      alias,
      firmware_version,
      last_contact_at: last_contact_at?.toISOString() ?? null,
    },
    gateway_data: {
      gateway_status: contactMs !== null && contactMs >= nowMs - contactLimitSeconds(row.interval_s) * 1000,
      nze_status,
      allowToogleNze: row.has_grid_meter && allowedMs === null,
      nze_allowed_at: allowedMs === null ? null : new Date(allowedMs).toISOString(),
    },
  };
}
