import { useQuery } from "@tanstack/react-query";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { RecordWaiting } from "../../../platform/rec/record/RecordWaiting.tsx";
import { RedeemScreen } from "./form/RedeemScreen.tsx";
import { RedemptionPage } from "./RedemptionPage.tsx";
import { redemptionQuery } from "./redemption-queries.ts";

/** One redemption, or the request for a new one. */
export function RedemptionScreen({ record }: { record: string }) {
  return record === "new" ? <RedeemScreen /> : <Loaded record={record} />;
}

function Loaded({ record }: { record: string }) {
  const t = useText();
  const account = useActing();
  const found = useQuery(redemptionQuery(account, record));
  if (found.data !== undefined) return <RedemptionPage given={found.data} />;
  return <RecordWaiting found={found} missing={t("red.notThere")} />;
}
