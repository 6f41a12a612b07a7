import { Check, Copy, Phone } from "lucide-react";
import { useState } from "react";
import { usePublicText } from "../../platform/i18n.tsx";
import { Dialog } from "../../ui/controls/windows/Dialog.tsx";
import { copyText } from "../../ui/copy-text.ts";
import styles from "./ForgotPassword.module.css";

/** M32: who forgot the password calls the call centre. Without a number the administrator is named. */
export function ForgotPassword({ hotline, close }: { hotline: string | null; close: () => void }) {
  const t = usePublicText();
  return (
    <Dialog onClose={close} title={t("forgot.title")} width={420}>
      <p className={styles.hint}>
        {hotline === null
          ? t("forgot.noHotline")
          : t("Please contact our call center to reset your password")}
      </p>
      {hotline !== null && <Hotline number={hotline} />}
    </Dialog>
  );
}

function Hotline({ number }: { number: string }) {
  const t = usePublicText();
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(number));
  return (
    <div className={styles.hotline}>
      <a href={`tel:${number.replaceAll(/[^+\d]/g, "")}`}>
        <Phone size={20} aria-hidden />
        {number}
      </a>
      <button type="button" onClick={() => void copy()}>
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        <span role="status">{t(copied ? "forgot.copied" : "forgot.copy")}</span>
      </button>
    </div>
  );
}
