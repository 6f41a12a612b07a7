import {
  EVIDENCE_LIMITS,
  uploadEvidence,
  type HeldEvidence,
} from "@heliograph/contract/registry/evidence/evidence";
import { readIssuance, type IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import type { IssuanceAction } from "@heliograph/contract/registry/issuance/issuance-life";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { say } from "../../../ui/feedback/say.ts";
import { useIssuanceWords } from "./issuance-words.ts";

/** Files that a document may be, as a file input has them. */
export const DOCUMENTS_ACCEPTED = ".pdf,.jpg,.jpeg,.png,.csv,.xlsx";

/** The action by which a document's days are stated, or other days are asked for, in the state of the request; undefined: neither is open to the person. */
export const actionOf = (
  { actions }: Pick<IssuanceRecord, "actions">,
  ...names: readonly IssuanceAction[]
): IssuanceAction | undefined => names.find((name) => actions.includes(name));

/** Returns what adds a document to the request; its answer is the document, undefined where it was refused, which is said. */
export function useDocumentUpload({ record_uid }: Pick<IssuanceRecord, "record_uid">) {
  const account = useActing();
  const serverText = useServerText();
  const { text } = useIssuanceWords();
  const { mutateAsync, isPending } = useCall(uploadEvidence, [readIssuance]);
  const upload = async (file: File): Promise<HeldEvidence | undefined> => {
    if (file.size > EVIDENCE_LIMITS.bytes) {
      say.error(text("iss.fileTooLarge"));
      return undefined;
    }
    try {
      const query = { ...actingAs(account), record_uid, kind: "metering" as const, name: file.name };
      return await mutateAsync({ query, body: file });
    } catch (error) {
      say.error(serverText(refusalText(error)));
      return undefined;
    }
  };
  return { upload, busy: isPending };
}
