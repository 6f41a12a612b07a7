import { confirmSecondFactor, type startSecondFactor } from "@heliograph/contract/identity/second-factor";
import { getSecurity } from "@heliograph/contract/identity/security";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useMemo } from "react";
import { encode } from "uqr";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import styles from "./SecurityScreen.module.css";

/** The secret for the app, as a code to scan and as text to type; a code that the app shows puts it in force. */
export function SetUpSecondFactor(given: {
  made: Answer<typeof startSecondFactor>;
  done: (codes: readonly string[]) => void;
  close: () => void;
}) {
  const { made, done, close } = given;
  const t = useText();
  const confirm = useCall(confirmSecondFactor, [getSecurity]);
  const form = useContractForm(confirmSecondFactor, {
    defaults: { code: "" },
    toBody: (fields) => fields,
    send: (body) => confirm.mutateAsync({ body }),
    guarded: false,
    onSaved: ({ recovery_codes }) => done(recovery_codes),
    onRefused: useRefusalSaid(),
  });
  return (
    <FormDialog
      title={t("factor.setUp")}
      save={t("factor.turnOn")}
      {...{ form, close }}
      className={styles.fields}
    >
      <p className={styles.lead}>{t("factor.scan")}</p>
      <QrCode text={made.uri} label={t("factor.qr")} />
      <p className={styles.fine}>{t("factor.type")}</p>
      <div className={styles.secret}>
        <code>{made.secret.match(/.{1,4}/g)?.join(" ")}</code>
        <CopyButton text={made.secret} label={t("factor.copy")} what={t("factor.secret")} />
      </div>
      <TextField
        {...form.field("code")}
        label={t("factor.code")}
        size="large"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
      />
    </FormDialog>
  );
}

/** A QR code with the quiet zone that scanners want. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size: modules } = encode(text, { border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: dark.join(""), size: modules };
  }, [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
