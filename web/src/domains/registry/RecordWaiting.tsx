import type { UseQueryResult } from "@tanstack/react-query";
import { isNotThere, refusalText } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Blank, Skeleton } from "../../ui/feedback/states.tsx";
import page from "../../ui/layout/Page.module.css";

/** What stands in the place of a record that is asked for, is not there (`missing` says so), or could not be read. */
export function RecordWaiting({ found, missing }: { found: UseQueryResult; missing: string }) {
  const t = useText();
  const serverText = useServerText();
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
        title={gone ? missing : t("Something went wrong")}
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
