import {
  endSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from "@heliograph/contract/identity/second-factor";
import { getSecurity } from "@heliograph/contract/identity/security";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import type { Security } from "./security-queries.ts";
import { SetUpSecondFactor } from "./SetUpSecondFactor.tsx";
import type { Prove } from "./use-proof.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import styles from "./SecurityScreen.module.css";

/** So few recovery codes are worth a warning. */
const FEW = 3;

type Window =
  | { readonly is: "set up"; readonly made: Answer<typeof startSecondFactor> }
  | { readonly is: "codes"; readonly codes: readonly string[] }
  | { readonly is: "replace" | "end" };

/** The authenticator app: set up, its recovery codes, turned off. */
export function SecondFactorPanel({ factor, prove }: { factor: Security["second_factor"]; prove: Prove }) {
  const t = useText();
  const [open, setOpen] = useState<Window | null>(null);
  const refused = useRefusalSaid();
  const start = useCall(startSecondFactor);
  const close = () => setOpen(null);
  const setUp = () =>
    prove(() => {
      start
        .mutateAsync({})
        .then((made) => setOpen({ is: "set up", made }))
        .catch(refused);
    });
  return (
    <Panel title={t("factor.title")}>
      <div className={styles.panel}>
        <p className={styles.lead}>{t("factor.lead")}</p>
        {factor !== null && <InForce factor={factor} />}
        <div className={styles.actions}>
          {factor === null ? (
            <Button loading={start.isPending} onClick={setUp}>
              {t("factor.setUp")}
            </Button>
          ) : (
            <>
              <Button onClick={() => prove(() => setOpen({ is: "replace" }))}>{t("factor.newCodes")}</Button>
              <Button onClick={() => prove(() => setOpen({ is: "end" }))}>{t("factor.end")}</Button>
            </>
          )}
        </div>
        {open?.is === "set up" && (
          <SetUpSecondFactor
            made={open.made}
            done={(codes) => setOpen({ is: "codes", codes })}
            close={close}
          />
        )}
        {open?.is === "codes" && <RecoveryCodes codes={open.codes} close={close} />}
        {open?.is === "replace" && (
          <Replacement
            made={(codes) => setOpen({ is: "codes", codes })}
            // It closes when what it began is over; the codes are shown then.
            close={() => setOpen((now) => (now?.is === "replace" ? null : now))}
          />
        )}
        {open?.is === "end" && <End close={close} />}
      </div>
    </Panel>
  );
}

function InForce({ factor }: { factor: NonNullable<Security["second_factor"]> }) {
  const t = useText();
  const format = useFormat();
  const time = format.dateTime(Date.parse(factor.since), browserZone());
  const n = factor.recovery_codes_left;
  return (
    <>
      <p className={styles.state}>
        <ShieldCheck size={18} aria-hidden />
        {t("factor.since", { time })}
      </p>
      <p className={n <= FEW ? styles.warning : styles.fine}>
        {t(n <= FEW ? "factor.fewCodes" : "factor.codesLeft", { n })}
      </p>
    </>
  );
}

function Replacement({ made, close }: { made: (codes: readonly string[]) => void; close: () => void }) {
  const t = useText();
  const refused = useRefusalSaid();
  const replace = useCall(replaceRecoveryCodes, [getSecurity]);
  return (
    <Confirm
      title={t("factor.newCodes")}
      hint={t("factor.newCodesHint")}
      yes={t("factor.make")}
      no={t("Cancel")}
      close={close}
      run={() =>
        replace
          .mutateAsync({})
          .then(({ recovery_codes }) => made(recovery_codes))
          .catch(refused)
      }
    />
  );
}

function End({ close }: { close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const refused = useRefusalSaid();
  const end = useCall(endSecondFactor, [getSecurity]);
  return (
    <Confirm
      title={t("factor.endTitle")}
      hint={t("factor.endHint")}
      yes={t("factor.end")}
      no={t("Cancel")}
      danger
      close={close}
      run={() =>
        end
          .mutateAsync({})
          .then(({ message }) => say.success(serverText(message)))
          .catch(refused)
      }
    />
  );
}
