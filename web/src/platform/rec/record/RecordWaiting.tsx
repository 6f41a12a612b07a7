import { isNotThere } from "../../http.ts";
import { useText } from "../../i18n.tsx";
import { useGuardLines } from "../guard-refusal.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";

/** What stands in the place of a record that is asked for, is not there (`missing` and `hint` say so), or could not be read. */
export function RecordWaiting(given: {
  found: { readonly error: Error | null; readonly refetch: () => unknown };
  missing: string;
  hint?: string;
}) {
  const { found, missing, hint } = given;
  const t = useText();
  const lines = useGuardLines();
  if (found.error === null) return <PageWaiting />;
  const gone = isNotThere(found.error);
  const said = gone ? hint : lines(found.error);
  return (
    <div className={page.page}>
      <Blank
        failed={!gone}
        heading={1}
        title={gone ? missing : t("Something went wrong")}
        {...(said === undefined ? {} : { hint: said })}
        {...(gone ? {} : { action: <Button onClick={() => void found.refetch()}>{t("Try again")}</Button> })}
      />
    </div>
  );
}

/** What stands in the place of a page of the certificate workspace until it is there. */
export const PageWaiting = () => (
  <div className={page.page} aria-busy="true">
    <Skeleton width={320} height={32} />
    <Skeleton width="100%" height={420} />
  </div>
);
