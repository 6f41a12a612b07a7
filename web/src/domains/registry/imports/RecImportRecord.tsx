import { useQuery } from "@tanstack/react-query";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { RecordWaiting } from "../../../platform/rec/record/RecordWaiting.tsx";
import { ImportForm } from "./ImportForm.tsx";
import { ImportPage } from "./ImportPage.tsx";
import { importQuery } from "./import-queries.ts";

/** One import, or the declaration of a new one. */
export function RecImportRecord({ record }: { record: string }) {
  return record === "new" ? <ImportForm /> : <Loaded record={record} />;
}

function Loaded({ record }: { record: string }) {
  const t = useText();
  const account = useActing();
  const found = useQuery(importQuery(account, record));
  if (found.data !== undefined) return <ImportPage given={found.data} />;
  return <RecordWaiting found={found} missing={t("imp.notThere")} />;
}
