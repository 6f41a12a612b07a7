import { addGateway, listGateways } from "@heliograph/contract/fleet/gateways";
import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import { useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { isOfFields } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./GatewayStep.module.css";

/** Seconds between live readings until the birth says otherwise: as the lines to copy send them. */
const INTERVAL_S = 60;

/** Serial and name of a new gateway; `onAdded` is given its credential, which is told this once. */
export function AddGateway(given: {
  uid: string;
  onAdded: (added: { gateway_uid: string; credential: string }) => void;
  onCancel: (() => void) | null;
}) {
  const { uid, onAdded, onCancel } = given;
  const t = useText();
  const serverText = useServerText();
  const adding = useCall(addGateway, [listGateways, projectSetUp]);
  const form = useContractForm(addGateway, {
    defaults: { serial: "", name: "" },
    toBody: ({ serial, name }) => ({ project_uid: uid, serial: serial.trim(), name, interval_s: INTERVAL_S }),
    send: (body) => adding.mutateAsync({ body }),
    onSaved: onAdded,
    onRefused: (error) => {
      // What concerns the serial stands beside it.
      if (isOfFields(error)) return;
      say.error(serverText(error instanceof Error ? error.message : "Something went wrong"));
    },
  });
  return (
    <Panel title={t("arrivals.add")}>
      <form className={styles.form} onSubmit={form.submit}>
        <TextField
          {...form.field("serial")}
          label={t("arrivals.serial")}
          hint={t("arrivals.serialHint")}
          placeholder="HG-MYPHUOC-01"
          maxLength={64}
        />
        <TextField
          {...form.field("name")}
          label={t("arrivals.name")}
          hint={t("arrivals.nameHint")}
          maxLength={200}
        />
        <div className={styles.formFoot}>
          {onCancel !== null && <Button onClick={onCancel}>{t("arrivals.cancel")}</Button>}
          <Button type="primary" submits loading={form.busy}>
            {t("arrivals.add")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
