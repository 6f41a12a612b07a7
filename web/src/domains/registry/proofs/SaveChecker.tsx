import { FileDown } from "lucide-react";
import { useState } from "react";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { checkerFile } from "./checker-file.ts";
import styles from "./Proofs.module.css";

/** Saves the checker as one file, which needs no connection; where it cannot be had, why. */
export function SaveChecker() {
  const t = useText();
  const serverText = useServerText();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      saveFile("checker.html", await checkerFile());
    } catch (error) {
      setRefusal(refusalText(error));
    }
    setBusy(false);
  };
  return (
    <div className={styles.save}>
      <Button icon={<FileDown size={16} aria-hidden />} loading={busy} onClick={() => void save()}>
        {t("verify.checker.save")}
      </Button>
      <p className={styles.hint}>{t("verify.checker.hint")}</p>
      {refusal !== null && (
        <p className={styles.hint} role="alert">
          {serverText(refusal)}
        </p>
      )}
    </div>
  );
}
