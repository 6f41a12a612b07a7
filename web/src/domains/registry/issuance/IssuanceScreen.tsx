import { useQuery } from "@tanstack/react-query";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { RecordWaiting } from "../../../platform/rec/record/RecordWaiting.tsx";
import { IssuanceNew } from "./IssuanceNew.tsx";
import { IssuancePage } from "./IssuancePage.tsx";
import { issuanceQuery } from "./issuance-queries.ts";

/** One request for certificates; "new": the form that begins one. */
export function IssuanceScreen({ record }: { record: string }) {
  return record === "new" ? <IssuanceNew /> : <Loaded record={record} />;
}

function Loaded({ record }: { record: string }) {
  const account = useActing();
  const t = useText();
  const found = useQuery(issuanceQuery(account, record));
  if (found.data !== undefined) return <IssuancePage request={found.data} />;
  return <RecordWaiting found={found} missing={t("iss.notThere")} hint={t("iss.notThereHint")} />;
}
