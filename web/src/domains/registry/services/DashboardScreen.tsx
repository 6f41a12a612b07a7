import { TwoColumns } from "../../../platform/rec/record/TwoColumns.tsx";
import { useNow } from "../../../platform/clock.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useTitle } from "../../../platform/title.ts";
import page from "../../../ui/layout/Page.module.css";
import { HeldPanel } from "./HeldPanel.tsx";
import { LatestPanel } from "./LatestPanel.tsx";
import { ServiceCards } from "./ServiceCards.tsx";
import { OthersPanel, YoursPanel } from "./WaitingPanels.tsx";

const SECOND = 1000;

/** /rehash/dashboard: what the person must do now, and what is held (C43, C44). */
export default function DashboardScreen() {
  const t = useText();
  const account = useActing();
  const nowMs = useNow(SECOND);
  useTitle(t("Dashboard"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{t("Dashboard")}</h1>
          <p className={page.meta}>{gmt8(nowMs)}</p>
        </div>
      </header>
      <ServiceCards apart />
      <TwoColumns
        first="work"
        side={
          <>
            <OthersPanel />
            {account !== undefined && <LatestPanel account={account} />}
          </>
        }
      >
        <YoursPanel />
        {account !== undefined && <HeldPanel account={account} />}
      </TwoColumns>
    </div>
  );
}
