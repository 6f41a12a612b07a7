// Who adds and reads the documents of requests for certificates: records of meters, invoices, protocols.
import { FILE_TYPES } from "@heliograph/contract";
import { mustHaveRole, noSuchRecord } from "../../parties/index.ts";
import type { EvidencePlace } from "../evidence/evidence.routes.ts";
import { issuanceKind } from "./issuance-kind.sql.ts";

/** Its account adds documents while it may be changed; whoever sees the request reads them, so that both issuers decide with the document in sight. */
export const issuanceEvidence: EvidencePlace = {
  kind: issuanceKind,
  alsoAccepts: [FILE_TYPES.xlsx.mime],
  mayAdd: (actor, row, file) => {
    if (file !== "metering" || !["draft", "to_resubmit"].includes(row.status)) throw noSuchRecord();
    mustHaveRole(actor, "uploading evidence", "trader", "account_manager");
  },
  mayRead: () => true,
};
