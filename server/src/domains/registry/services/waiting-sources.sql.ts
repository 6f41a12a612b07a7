import { sql } from "kysely";
import {
  bankAccountKind,
  businessAccountKind,
  gecSellingKind,
  waitingAgreements,
  waitingFeeChange,
  waitingInvitations,
  type AnyKind,
} from "../../parties/index.ts";
import { DEVICE_KIND } from "../devices/application-kind.sql.ts";
import { REGISTERED_KIND } from "../devices/registered/registered-kind.sql.ts";
import { issuanceKind } from "../issuance/issuance-kind.sql.ts";
import { redemptionKind } from "../redemption/redemption-kind.sql.ts";
import { callKind } from "../calls/call-kind.sql.ts";
import { gecRedemptionKind } from "../gec/gec-kind.sql.ts";
import { importKind } from "../imports/import-kind.sql.ts";
import type { WaitingSource, WaitingThings } from "./waiting.sql.ts";

/** The business account that records of the kind belong to: its name, and its uid. */
const ofAccount = (kind: AnyKind) => {
  const own = sql`from business_account b where b.business_account_id = ${sql.ref(`${kind.table}.business_account_id`)}`;
  return {
    title: sql<string>`(select b.company_name ${own})`,
    account: sql<string>`(select b.business_account_uid ${own})`,
  };
};

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
    service: "registered",
    kind: REGISTERED_KIND,
    title: sql`english_name`,
    // What is over is neither resumed nor suspended.
    only: sql`upper(valid) > current_date`,
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
  {
    service: "redemption",
    kind: callKind,
    // Its redemption says that the system is at work on it.
    without: ["prepared", "sent"],
    title: sql`(select r.number || ' · ' || r.beneficiary_name from redemption r where r.redemption_id = registry_call.redemption_id)`,
  },
  { service: "imports", kind: importKind, title: sql`device_name` },
  {
    service: "accounts",
    kind: businessAccountKind,
    title: sql`company_name`,
    account: sql`record_uid`,
    // A suspended account rests until an operator thinks otherwise; a draft that came back waits.
    without: ["draft", "suspended"],
    also: sql`status = 'draft' and submitted_by is not null`,
  },
  { service: "accounts", kind: bankAccountKind, ...ofAccount(bankAccountKind) },
  { service: "accounts", kind: gecSellingKind, ...ofAccount(gecSellingKind) },
];

/** What they ask beside: what waits and is no record. */
export const WAITING_THINGS: readonly WaitingThings[] = [
  { service: "accounts", things: waitingInvitations },
  { service: "accounts", things: waitingAgreements },
  { service: "accounts", things: waitingFeeChange },
];
