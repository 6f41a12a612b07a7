import { useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextArea } from "../../../ui/controls/TextField.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { useServerText } from "../../../platform/i18n.tsx";
import type { RecImport } from "./import-queries.ts";
import { useImportWords } from "./import-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";
import { useImportAct } from "./use-import-act.tsx";

/** Characters that the reason of a rejection has at least. */
const REASON_LEAST = 10;

/** The button that rejects an import, with a window for the reason. */
export function RejectImport({ given }: { given: RecImport }) {
  const { text } = useImportWords();
  const serverText = useServerText();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { run, refused, busy } = useImportAct(given);
  const long = Array.from(reason.trim()).length >= REASON_LEAST;
  return (
    <div className={styles.actions}>
      <Button onClick={() => setOpen(true)}>{text("imp.reject")}</Button>
      {open && (
        <Dialog
          title={text("imp.rejectTitle")}
          onClose={() => setOpen(false)}
          width={460}
          holdsInput
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{text("Cancel")}</Button>
              <Button
                type="danger"
                disabled={!long}
                loading={busy}
                onClick={() => void run("reject", { reason })}
              >
                {text("imp.reject")}
              </Button>
            </>
          }
        >
          <TextArea
            label={text("imp.reason")}
            hint={text("imp.reasonHint")}
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={setReason}
            fault={refused[0] === undefined ? undefined : serverText(refused[0].message)}
          />
        </Dialog>
      )}
    </div>
  );
}
