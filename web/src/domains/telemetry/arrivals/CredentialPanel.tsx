import { renewGatewayCredential } from "@heliograph/contract/fleet/gateways";
import { Download, KeyRound, RefreshCw } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import type { GatewayHost } from "./gateway-lines.ts";
import styles from "./GatewayStep.module.css";

const Confirm = lazy(async () => ({
  default: (await import("../../../ui/controls/windows/Confirm.tsx")).Confirm,
}));
const ignored = () => {};

interface CredentialProps {
  readonly gateway: { readonly gateway_uid: string; readonly serial: string };
  /** Null: it was shown once, and is gone. */
  readonly credential: string | null;
  readonly addedAt: string;
  readonly host: GatewayHost;
  readonly onRenewed: (credential: string) => void;
}

/** Serial and credential of a gateway, and a new one where the old is lost. */
export function CredentialPanel(given: CredentialProps) {
  const { gateway, credential, addedAt, host, onRenewed } = given;
  const t = useText();
  const file = () => {
    const told = { serial: gateway.serial, credential, ...host };
    saveFile(
      `${gateway.serial}.json`,
      new Blob([JSON.stringify(told, null, 2)], { type: "application/json" }),
    );
  };
  return (
    <Panel
      title={
        <>
          {gateway.serial} <small className={styles.beside}>{t("arrivals.addedAt", { time: addedAt })}</small>
        </>
      }
      extra={
        credential === null ? undefined : (
          <Button icon={<Download size={16} aria-hidden />} onClick={file}>
            {t("arrivals.download")}
          </Button>
        )
      }
    >
      <div className={styles.shown}>
        <Shown label={t("arrivals.serialAndUser")} text={gateway.serial} />
        {credential !== null && <Shown label={t("arrivals.credential")} text={credential} />}
      </div>
      {credential === null ? (
        <Renewal gateway={gateway} onRenewed={onRenewed} />
      ) : (
        <p className={styles.once}>
          <KeyRound size={16} aria-hidden />
          <span>
            <b>{t("arrivals.onlyNow")}</b> {t("arrivals.onlyNowHint")}
          </span>
        </p>
      )}
    </Panel>
  );
}

function Shown({ label, text }: { label: string; text: string }) {
  const t = useText();
  return (
    <TextField
      label={label}
      value={text}
      readOnly
      onChange={ignored}
      className={styles.mono}
      end={<CopyButton text={text} label={t("arrivals.copy")} what={label} />}
    />
  );
}

/** A new credential, after a question, since the old one ends at once. */
function Renewal({ gateway, onRenewed }: Pick<CredentialProps, "gateway" | "onRenewed">) {
  const t = useText();
  const serverText = useServerText();
  const [asking, setAsking] = useState(false);
  const renewal = useCall(renewGatewayCredential);
  const run = () =>
    renewal
      .mutateAsync({ body: { gateway_uid: gateway.gateway_uid } })
      .then(({ credential }) => onRenewed(credential))
      .catch((error: unknown) => say.error(serverText(error instanceof Error ? error.message : "")));
  return (
    <div className={styles.gone}>
      <p>{t("arrivals.gone")}</p>
      <Button icon={<RefreshCw size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {t("arrivals.makeNew")}
      </Button>
      {asking && (
        <Suspense>
          <Confirm
            title={t("arrivals.makeNewTitle")}
            hint={t("arrivals.makeNewHint", { serial: gateway.serial })}
            yes={t("arrivals.makeNew")}
            no={t("arrivals.keep")}
            danger
            run={run}
            close={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
