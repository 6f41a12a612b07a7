import { FileText } from "lucide-react";
import { useState } from "react";
import { downloadStatementPdf } from "@heliograph/contract/registry/proofs/statement";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useLang, useServerText, useText } from "../../../platform/i18n.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import styles from "./Proofs.module.css";

/** The signed PDF of a statement, in the language of the page; where it cannot be had, why. */
export function StatementPdf({ statementKey: key }: { statementKey: string }) {
  const t = useText();
  const lang = useLang();
  const serverText = useServerText();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      saveFile("statement.pdf", await download(downloadStatementPdf, { query: { key, lang } }));
    } catch (error) {
      setRefusal(refusalText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        className={styles.whole}
        icon={<FileText size={16} aria-hidden />}
        loading={busy}
        onClick={() => void save()}
      >
        {t("verify.pdf")}
      </Button>
      {refusal !== null && (
        <p className={styles.hint} role="alert">
          {serverText(refusal)}
        </p>
      )}
    </>
  );
}
