import { startProviderLink, unlinkProvider } from "@heliograph/contract/identity/oidc";
import { getSecurity } from "@heliograph/contract/identity/security";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { keepVisit } from "../../../platform/session/provider-visit.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { Security } from "./security-queries.ts";
import type { Prove } from "./use-proof.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import styles from "./SecurityScreen.module.css";

/** The link of the account with the OpenID provider of the installation. */
export function ProviderPanel(given: { provider: NonNullable<Security["provider"]>; prove: Prove }) {
  const { provider, prove } = given;
  const { name, linked } = provider;
  const t = useText();
  const format = useFormat();
  const refused = useRefusalSaid();
  const [unlinking, setUnlinking] = useState(false);
  const start = useCall(startProviderLink);
  const go = async () => {
    const { url, browser_secret } = await start.mutateAsync({});
    keepVisit({ browser_secret, to: "link" });
    location.assign(url);
  };
  const link = () => prove(() => void go().catch(refused));
  return (
    <Panel title={name}>
      <div className={styles.panel}>
        <p className={styles.lead}>{t("provider.lead", { name })}</p>
        {linked !== null && (
          <p className={styles.state}>
            <ShieldCheck size={18} aria-hidden />
            {t("provider.linked", {
              who: linked.email ?? name,
              time: format.dateTime(Date.parse(linked.linked_at), browserZone()),
            })}
          </p>
        )}
        <div className={styles.actions}>
          {linked === null ? (
            <Button loading={start.isPending} onClick={link}>
              {t("provider.link", { name })}
            </Button>
          ) : (
            <Button onClick={() => prove(() => setUnlinking(true))}>{t("provider.unlink")}</Button>
          )}
        </div>
        {unlinking && <Unlinking name={name} close={() => setUnlinking(false)} />}
      </div>
    </Panel>
  );
}

function Unlinking({ name, close }: { name: string; close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const refused = useRefusalSaid();
  const unlink = useCall(unlinkProvider, [getSecurity]);
  return (
    <Confirm
      title={t("provider.unlinkTitle", { name })}
      hint={t("provider.unlinkHint", { name })}
      yes={t("provider.unlink")}
      no={t("Cancel")}
      danger
      close={close}
      run={() =>
        unlink
          .mutateAsync({})
          .then(({ message }) => say.success(serverText(message)))
          .catch(refused)
      }
    />
  );
}
