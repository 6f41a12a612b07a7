import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { importLife, type ImportAction } from "@heliograph/contract/registry/imports/import-life";
import {
  listImportOrigins,
  listRecImports,
  moveImport,
  readRecImport,
} from "@heliograph/contract/registry/imports/imports";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { Refused, refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { say } from "../../../ui/feedback/say.ts";
import { useConfirmation } from "../../identity/index.ts";
import { type RecImport } from "./import-queries.ts";

/**
 * Takes actions on the import; rules that one breaks are kept for whoever shows them, anything else is said over the page. Who has not proved who it is
 * lately is asked to first, by what `confirmation` shows.
 */
export function useImportAct({ record_uid, version }: Pick<RecImport, "record_uid" | "version">) {
  const account = useActing();
  const serverText = useServerText();
  const act = useCall(moveImport, [readRecImport, listRecImports, listImportOrigins]);
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const { confirmed, dialog } = useConfirmation();
  const run = async (action: Exclude<ImportAction, "lapse">, more: object = {}): Promise<void> => {
    setRefused([]);
    try {
      const body = { record_uid, action, expected_version: version, key: crypto.randomUUID(), ...more };
      const send = () => act.mutateAsync({ query: actingAs(account), body });
      const rule: RecordAction = importLife.actions[action];
      await (rule.confirmed === true ? confirmed(send) : send());
    } catch (error) {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else say.error(serverText(refusalText(error)));
    }
  };
  return { run, refused, busy: act.isPending, confirmation: dialog };
}
