import {
  clearControlNzeLogs,
  controlNzeLogs,
  type ZeroExportGateway,
} from "@heliograph/contract/control/zero-export";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { say } from "../../../ui/feedback/say.ts";
import styles from "./ZeroExport.module.css";

/** Clears the logs of the gateways that are chosen, at least one (M196). */
export function ClearLog({ gateways, close }: { gateways: readonly ZeroExportGateway[]; close: () => void }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(false);
  const clear = useCall(clearControlNzeLogs, [controlNzeLogs]);
  const choose = (uid: string, on: boolean) => {
    setMissing(false);
    setChosen((now) => new Set(on ? [...now, uid] : [...now].filter((one) => one !== uid)));
  };
  const send = () => {
    setMissing(chosen.size === 0);
    if (chosen.size === 0) return;
    clear.mutate(
      { query: { gateway_uid: [...chosen] } },
      {
        onSuccess: ({ message }) => {
          say.success(serverText(message));
          close();
        },
        onError: () => say.error(serverText("Something went wrong")),
      },
    );
  };
  return (
    <Dialog
      title={text("nze.clearTitle")}
      description={text("nze.clearHint")}
      onClose={close}
      width={480}
      footer={
        <>
          <Button onClick={close}>{text("Cancel")}</Button>
          <Button type="danger" loading={clear.isPending} onClick={send}>
            {text("nze.clear")}
          </Button>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend>{text("nze.gateways")}</legend>
        {gateways.map(({ gateway_info: { uid, serial, alias } }) => (
          <Checkbox
            key={uid}
            label={alias ?? serial}
            checked={chosen.has(uid)}
            onChange={(on) => choose(uid, on)}
          />
        ))}
      </fieldset>
      {missing && (
        <p className={styles.fault} role="alert">
          {text("nze.chooseOne")}
        </p>
      )}
    </Dialog>
  );
}
