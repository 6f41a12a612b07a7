import { useActing } from "../../../../platform/rec/acting.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { RedeemForm } from "./RedeemForm.tsx";

/** The request for a redemption; only business accounts redeem. */
export function RedeemScreen() {
  const t = useText();
  const account = useActing();
  if (account !== undefined) return <RedeemForm account={account} />;
  return (
    <div className={page.page}>
      <Blank heading={1} title={t("red.ofAccounts")} />
    </div>
  );
}
