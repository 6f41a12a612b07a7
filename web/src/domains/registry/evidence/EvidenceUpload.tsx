import { uploadEvidence, type EvidenceKind } from "@heliograph/contract/registry/evidence/evidence";
import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { FileDrop } from "../../../ui/records/FileDrop.tsx";

/** A place for one more file of a kind as evidence of a record, which is asked for again by `read`. */
export function EvidenceUpload(given: {
  record_uid: string;
  kind: EvidenceKind;
  label: string;
  accept?: string;
  read: Endpoint;
}) {
  const { record_uid, kind, label, accept = ".pdf,.png,.jpg,.jpeg,.csv", read } = given;
  const serverText = useServerText();
  const account = useActing();
  const upload = useCall(uploadEvidence, [read]);
  const take = (files: readonly File[]) => {
    for (const file of files) {
      upload.mutate({ query: { ...actingAs(account), record_uid, kind, name: file.name }, body: file });
    }
  };
  return (
    <FileDrop
      label={label}
      hint={label}
      accept={accept}
      busy={upload.isPending}
      fault={upload.isError ? serverText(refusalText(upload.error)) : null}
      take={take}
    />
  );
}
