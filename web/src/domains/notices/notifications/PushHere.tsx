import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { useAccount } from "../../identity/index.ts";
import { pushStateHere, turnPushOff, turnPushOn, type PushState } from "./push-here.ts";
import styles from "./NotificationSettings.module.css";

const STATE = ["push-here"] as const;

/** Whether this browser is pushed to, and the button that changes it; where it cannot be, why. */
export function PushHere() {
  const t = useText();
  const account = useAccount();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const state = useQuery({ queryKey: STATE, queryFn: pushStateHere }).data;
  if (state === undefined || account.data === undefined) return null;
  const { uid } = account.data;
  const press = async () => {
    setBusy(true);
    const after: PushState = await (state === "on" ? turnPushOff() : turnPushOn(uid));
    queries.setQueryData(STATE, after);
    setBusy(false);
  };
  return (
    <div className={styles.row}>
      <p className={styles.hint} role="status">
        {t(`nofset.here.${state}`)}
      </p>
      {(state === "on" || state === "off") && (
        <Button loading={isBusy} onClick={() => void press()}>
          {t(state === "on" ? "nofset.hereOff" : "nofset.hereOn")}
        </Button>
      )}
    </div>
  );
}
