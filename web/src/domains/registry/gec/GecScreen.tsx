import { useQuery } from "@tanstack/react-query";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { RecordWaiting } from "../../../platform/rec/record/RecordWaiting.tsx";
import { GecPage } from "./GecPage.tsx";
import { GecPurchaseForm } from "./GecPurchaseForm.tsx";
import { gecRedemptionQuery } from "./gec-queries.ts";

/** One redemption of green certificates, or the purchase that a platform operator records. */
export function GecScreen({ record }: { record: string }) {
  return record === "new" ? <GecPurchaseForm /> : <Loaded record={record} />;
}

function Loaded({ record }: { record: string }) {
  const t = useText();
  const account = useActing();
  const found = useQuery(gecRedemptionQuery(account, record));
  if (found.data !== undefined) return <GecPage given={found.data} />;
  return <RecordWaiting found={found} missing={t("gec.notThere")} />;
}
