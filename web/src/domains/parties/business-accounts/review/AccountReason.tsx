import { useState, type SyntheticEvent } from "react";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useText } from "../../../../platform/i18n.tsx";
import { TextArea } from "../../../../ui/controls/TextField.tsx";

/** Characters that a reason has at least, and at most. */
const LEAST = 10;
const MOST = 2000;

/** Asks for the reason of an action; it is handed on once it is long enough. */
export function AccountReason(given: {
  title: string;
  busy: boolean;
  close: () => void;
  send: (reason: string) => void;
}) {
  const { title, busy, close, send } = given;
  const t = useText();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const isShort = Array.from(reason.trim()).length < LEAST;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.stopPropagation();
    event.preventDefault();
    setTried(true);
    if (!isShort) send(reason.trim());
  };
  return (
    <FormDialog title={title} save={title} form={{ submit, busy }} className={undefined} close={close}>
      <TextArea
        label={t("parties.reason")}
        hint={t("parties.reasonHint")}
        rows={3}
        maxLength={MOST}
        value={reason}
        onChange={setReason}
        fault={tried && isShort ? t("parties.reasonHint") : undefined}
      />
    </FormDialog>
  );
}
