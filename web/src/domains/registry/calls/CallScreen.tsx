import { useQuery } from "@tanstack/react-query";
import { isNotThere, refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { CallPage } from "./CallPage.tsx";
import { callQuery } from "./call-queries.ts";

/** One call to another registry. */
export function CallScreen({ record }: { record: string }) {
  const t = useText();
  const serverText = useServerText();
  const account = useActing();
  const found = useQuery(callQuery(account, record));
  if (found.data !== undefined) return <CallPage given={found.data} />;
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
        title={gone ? t("calls.notThere") : t("Something went wrong")}
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
