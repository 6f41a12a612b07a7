import { removePasskey } from "@heliograph/contract/identity/passkeys";
import { getSecurity } from "@heliograph/contract/identity/security";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { passkeyObstacle } from "../../../platform/session/passkeys-here.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { AddPasskey } from "./AddPasskey.tsx";
import type { Security } from "./security-queries.ts";
import type { Prove } from "./use-proof.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import styles from "./SecurityScreen.module.css";

type Passkey = Security["passkeys"][number];

/** The account's passkeys: added, listed with their last use, removed. Where none can be made the panel says why. */
export function PasskeysPanel({ security, prove }: { security: Security; prove: Prove }) {
  const t = useText();
  const { passkeys, passkey_origin } = security;
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const why = useObstacle(passkey_origin);
  return (
    <Panel title={t("passkeys.title")}>
      <div className={styles.panel}>
        <p className={styles.lead}>{t("passkeys.lead")}</p>
        {passkeys.length > 0 && (
          <ul className={styles.keys} aria-label={t("passkeys.title")}>
            {passkeys.map((passkey) => (
              <Row
                key={passkey.passkey_uid}
                passkey={passkey}
                remove={() => prove(() => setRemoving(passkey))}
              />
            ))}
          </ul>
        )}
        {why !== null && <p className={styles.fine}>{why}</p>}
        <div className={styles.actions}>
          <ReasonedButton type="primary" reason={why} onClick={() => prove(() => setAdding(true))}>
            {t("passkeys.add")}
          </ReasonedButton>
        </div>
        {adding && <AddPasskey close={() => setAdding(false)} />}
        {removing !== null && <Removal passkey={removing} close={() => setRemoving(null)} />}
      </div>
    </Panel>
  );
}

/** Why no passkey can be made here; null: one can. */
function useObstacle(origin: string | null): string | null {
  const t = useText();
  const here = passkeyObstacle();
  if (here === "browser") return t("passkey.browser");
  if (origin === null) return t("passkey.address");
  if (here === "address" || location.origin !== origin) return t("passkeys.elsewhere", { address: origin });
  return null;
}

function Row({ passkey, remove }: { passkey: Passkey; remove: () => void }) {
  const t = useText();
  const format = useFormat();
  const at = (instant: string) => format.dateTime(Date.parse(instant), browserZone());
  const { name, created_at, last_used_at } = passkey;
  return (
    <li>
      <KeyRound size={18} aria-hidden />
      <div>
        <strong>{name}</strong>
        <span className={styles.fine}>
          {t("passkeys.added", { time: at(created_at) })}
          {" · "}
          {last_used_at === null ? t("passkeys.unused") : t("passkeys.used", { time: at(last_used_at) })}
        </span>
      </div>
      <Button size="small" aria-label={t("passkeys.removeOf", { name })} onClick={remove}>
        {t("security.remove")}
      </Button>
    </li>
  );
}

function Removal({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const refused = useRefusalSaid();
  const remove = useCall(removePasskey, [getSecurity]);
  const { passkey_uid, name } = passkey;
  return (
    <Confirm
      title={t("passkeys.removeTitle", { name })}
      hint={t("passkeys.removeHint")}
      yes={t("security.remove")}
      no={t("Cancel")}
      danger
      close={close}
      run={() =>
        remove
          .mutateAsync({ query: { passkey_uid } })
          .then(({ message }) => say.success(serverText(message)))
          .catch(refused)
      }
    />
  );
}
