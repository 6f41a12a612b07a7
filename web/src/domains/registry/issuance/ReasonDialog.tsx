import { useState, type SyntheticEvent } from "react";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useText } from "../../../platform/i18n.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import styles from "./Issuance.module.css";

/** Characters that a reason has at least. */
const LEAST = 10;

/** Asks for the reason of an action; it is sent once it is long enough. */
export function ReasonDialog(given: {
  title: string;
  /** What follows from the action; left out: it is said elsewhere. */
  hint?: string | undefined;
  busy: boolean;
  close: () => void;
  send: (reason: string) => Promise<void>;
}) {
  const { title, hint, busy, close, send } = given;
  const t = useText();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const isShort = reason.trim().length < LEAST;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void send(reason.trim());
  };
  return (
    <FormDialog title={title} save={title} form={{ submit, busy }} className={styles.fields} close={close}>
      {hint !== undefined && <p>{hint}</p>}
      <TextField
        label={t("iss.reason")}
        value={reason}
        onChange={setReason}
        maxLength={2000}
        hint={t("iss.reasonHint")}
        {...(tried && isShort ? { fault: t("iss.reasonHint") } : {})}
      />
    </FormDialog>
  );
}
