import { useQuery } from "@tanstack/react-query";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { RecordWaiting } from "../../../platform/rec/record/RecordWaiting.tsx";
import { CallPage } from "./CallPage.tsx";
import { callQuery } from "./call-queries.ts";

/** One call to another registry. */
export function CallScreen({ record }: { record: string }) {
  const t = useText();
  const account = useActing();
  const found = useQuery(callQuery(account, record));
  if (found.data !== undefined) return <CallPage given={found.data} />;
  return <RecordWaiting found={found} missing={t("calls.notThere")} />;
}
