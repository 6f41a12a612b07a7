// Who adds and reads the files of imports: statements of the other registry, which platform operators confirm against.
import { noSuchRecord, hasRole, mustHaveRole } from "../../parties/index.ts";
import type { EvidencePlace } from "../evidence/evidence.routes.ts";
import { importKind } from "./import-kind.sql.ts";

export const importEvidence: EvidencePlace = {
  kind: importKind,
  mayAdd: (actor, _row, file) => {
    mustHaveRole(actor, "uploading statements", "platform_operator");
    if (file !== "registry_statement") throw noSuchRecord();
  },
  mayRead: (actor) => hasRole(actor, "platform_operator"),
};
