import { sql } from "kysely";
import { DEVICE_KIND } from "../devices/application-kind.sql.ts";
import { issuanceKind } from "../issuance/issuance-kind.sql.ts";
import { redemptionKind } from "../redemption/redemption-kind.sql.ts";
import { gecRedemptionKind } from "../gec/gec-kind.sql.ts";
import { importKind } from "../imports/import-kind.sql.ts";
import type { WaitingSource } from "./waiting.sql.ts";

/** The kinds of records that the dashboard, the counters and the bell ask: a line for each, with what it is about. */
export const WAITING_SOURCES: readonly WaitingSource[] = [
  {
    service: "devices",
    kind: DEVICE_KIND,
    title: sql`english_name`,
    without: ["draft"],
    also: sql`succeeds_id is not null`,
  },
  {
    service: "issuance",
    kind: issuanceKind,
    title: sql`(select r.english_name from registered_device r where r.registered_device_id = issuance.registered_device_id)`,
  },
  { service: "redemption", kind: redemptionKind, title: sql`beneficiary_name` },
  {
    service: "redemption",
    kind: gecRedemptionKind,
    title: sql`coalesce(beneficiary_name, (select b.company_name from business_account b where b.business_account_id = gec_redemption.business_account_id))`,
  },
  { service: "imports", kind: importKind, title: sql`device_name` },
];
