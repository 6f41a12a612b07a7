// Who adds and reads the files of redemptions of green certificates: the agreement, the seller's certificates, what the national system answered.
import { hasRole, mustHaveRole, noSuchRecord } from "../../parties/index.ts";
import type { EvidencePlace } from "../evidence/evidence.routes.ts";
import { gecRedemptionKind } from "./gec-kind.sql.ts";

export const gecEvidence: EvidencePlace = {
  kind: gecRedemptionKind,
  mayAdd: (actor, row, file) => {
    if (file === "purchase" && row.status === "recorded") {
      return mustHaveRole(actor, "uploading agreements", "platform_operator");
    }
    if (file === "verification" && row.status === "in_progress") {
      return mustHaveRole(actor, "uploading verifications", "platform_operator");
    }
    const isSeller = actor.business_account_id !== row.business_account_id;
    if (file === "certificate" && row.status === "pending_seller_upload_certificate" && isSeller) {
      return mustHaveRole(actor, "uploading certificates", "trader", "account_manager");
    }
    throw noSuchRecord();
  },
  mayRead: (actor, file) =>
    hasRole(actor, "platform_operator") || (actor.business_account_id !== null && file !== "verification"),
};
