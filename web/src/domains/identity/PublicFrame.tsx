import { OctagonAlert, X } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { usePublicText } from "../../platform/i18n.tsx";
import { useTitle } from "../../platform/title.ts";
import { useProductName } from "../../platform/product-name.ts";
import { Logo } from "../../ui/layout/Logo.tsx";
import { DayCurve } from "./DayCurve.tsx";
import { PublicTools } from "./PublicTools.tsx";
import styles from "./PublicFrame.module.css";

/** The frame of the pages that anyone may see: a form on paper, the day's curve beside it. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = usePublicText();
  const product = useProductName();
  useTitle(title);
  return (
    <div className={styles.frame}>
      <main className={styles.main}>
        <div className={styles.column}>
          <a href="/" className={styles.home}>
            <Logo name={product} size="large" />
          </a>
          <h1>{title}</h1>
          {children}
        </div>
        <PublicTools />
      </main>
      <aside className={styles.panel}>
        <p>{t("login.lead")}</p>
        <DayCurve label={t("login.curve")} />
      </aside>
    </div>
  );
}

/** How long a notification stays, ms. */
const NOTICE_MS = 6000;

/** A notification at the top right with a title, gone by itself or by its button. */
export function PublicNotice(given: { title: string; text: string; close: () => void }) {
  const { title, text, close } = given;
  const t = usePublicText();
  useEffect(() => {
    const timer = setTimeout(close, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [close]);
  return (
    <div className={styles.notice} role="alert">
      <OctagonAlert size={20} aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      <button type="button" onClick={close} aria-label={t("common.close")}>
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
