import { useQuery } from "@tanstack/react-query";
import { isNotThere, refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { GecPage } from "./GecPage.tsx";
import { GecPurchaseForm } from "./GecPurchaseForm.tsx";
import { gecRedemptionQuery } from "./gec-queries.ts";

/** One redemption of green certificates, or the purchase that a platform operator records. */
export function GecScreen({ record }: { record: string }) {
  return record === "new" ? <GecPurchaseForm /> : <Loaded record={record} />;
}

function Loaded({ record }: { record: string }) {
  const t = useText();
  const serverText = useServerText();
  const account = useActing();
  const found = useQuery(gecRedemptionQuery(account, record));
  if (found.data !== undefined) return <GecPage given={found.data} />;
  if (!found.isError) {
    return (
      <div className={page.page} aria-busy="true">
        <Skeleton width={320} height={32} />
        <Skeleton width="100%" height={420} />
      </div>
    );
  }
  const gone = isNotThere(found.error);
  return (
    <div className={page.page}>
      <Blank
        failed={!gone}
        heading={1}
        title={gone ? t("gec.notThere") : t("Something went wrong")}
        {...(gone
          ? {}
          : {
              hint: serverText(refusalText(found.error)),
              action: <Button onClick={() => void found.refetch()}>{t("Try again")}</Button>,
            })}
      />
    </div>
  );
}
