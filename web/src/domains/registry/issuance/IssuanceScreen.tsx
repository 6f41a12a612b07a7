import { useQuery } from "@tanstack/react-query";
import { refusalText, isNotThere } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
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
  const serverText = useServerText();
  const request = useQuery(issuanceQuery(account, record));
  if (request.data !== undefined) return <IssuancePage request={request.data} />;
  if (!request.isError) {
    return (
      <div className={page.page} aria-busy="true">
        <Skeleton width={320} height={32} />
        <Skeleton width="100%" height={420} />
      </div>
    );
  }
  const gone = isNotThere(request.error);
  return (
    <div className={page.page}>
      <Blank
        failed={!gone}
        heading={1}
        title={gone ? t("iss.notThere") : t("Something went wrong")}
        hint={gone ? t("iss.notThereHint") : serverText(refusalText(request.error))}
        {...(gone
          ? {}
          : { action: <Button onClick={() => void request.refetch()}>{t("Try again")}</Button> })}
      />
    </div>
  );
}
