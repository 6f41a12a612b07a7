import { Download } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import { useProductName } from "../../../platform/product-name.ts";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import styles from "./SecurityScreen.module.css";

/** The recovery codes, which are shown this once: to copy, to save, to write down. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const t = useText();
  const product = useProductName();
  const text = `${codes.join("\n")}\n`;
  const title = `${product} ${t("factor.codes")}`;
  return (
    <Dialog
      onClose={close}
      title={t("factor.codes")}
      width={440}
      holdsInput
      footer={
        <Button type="primary" onClick={close}>
          {t("factor.kept")}
        </Button>
      }
    >
      <div className={styles.fields}>
        <p className={styles.lead}>{t("factor.codesHint")}</p>
        <ul className={styles.codes} aria-label={t("factor.codes")}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <CopyButton text={text} label={t("factor.copy")} what={t("factor.codes")} />
          <Button
            size="small"
            icon={<Download size={14} aria-hidden />}
            onClick={() => saveFile(fileName(title, "txt"), new Blob([text], { type: "text/plain" }))}
          >
            {t("factor.save")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
