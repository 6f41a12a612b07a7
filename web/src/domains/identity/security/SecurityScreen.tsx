import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ConfirmIdentity } from "./ConfirmIdentity.tsx";
import { takeLinkOutcome } from "./link-provider.ts";
import { PasskeysPanel } from "./PasskeysPanel.tsx";
import { ProviderPanel } from "./ProviderPanel.tsx";
import { SecondFactorPanel } from "./SecondFactorPanel.tsx";
import { securityQuery, type Security } from "./security-queries.ts";
import { SessionsPanel } from "./SessionsPanel.tsx";
import { useProof } from "./use-proof.ts";
import styles from "./SecurityScreen.module.css";

/** `/security`: how the account is signed in to, and where it is signed in now. */
export default function SecurityScreen() {
  const t = useText();
  const serverText = useServerText();
  const security = useQuery(securityQuery());
  useTitle(t("security.title"));
  useEffect(() => {
    const came = takeLinkOutcome();
    if (came === null) return;
    const said = serverText(came.message);
    if (came.worked) say.success(said);
    else say.error(said);
  }, [serverText]);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t("security.title")}</h1>
      </header>
      {security.data !== undefined && <Ways security={security.data} />}
      {security.isPending && (
        <Panel>
          <Skeleton width="100%" height={160} />
        </Panel>
      )}
      {security.isError && (
        <Panel>
          <PanelNote
            text={serverText(security.error.message)}
            retry={{ label: t("Try again"), run: () => void security.refetch() }}
          />
        </Panel>
      )}
      <SessionsPanel />
    </div>
  );
}

/** The ways to sign in; what changes one of them asks first who it is. */
function Ways({ security }: { security: Security }) {
  const { prove, asked, proven, cancel } = useProof(security);
  return (
    <div className={styles.ways}>
      <PasskeysPanel security={security} prove={prove} />
      <SecondFactorPanel factor={security.second_factor} prove={prove} />
      {security.provider !== null && <ProviderPanel provider={security.provider} prove={prove} />}
      {asked && (
        <ConfirmIdentity
          hasPassword={security.has_password}
          hasCode={security.second_factor !== null}
          proven={proven}
          close={cancel}
        />
      )}
    </div>
  );
}
