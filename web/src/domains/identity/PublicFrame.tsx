import { MoonStar, OctagonAlert, Sun, X } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { LANGUAGE_NAMES, LANGUAGES, useLang, usePublicText, useSetLang } from "../../platform/i18n.tsx";
import { useTheme } from "../../platform/theme.tsx";
import { useTitle } from "../../platform/title.ts";
import { useProductName } from "../../platform/product-name.ts";
import { ChineseName } from "../../ui/layout/ChineseName.tsx";
import { Segmented } from "../../ui/controls/Segmented.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { DayCurve } from "./DayCurve.tsx";
import styles from "./PublicFrame.module.css";

const SHORT = { vi: "VI", en: "EN", zh: <ChineseName /> } as const;

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

function PublicTools() {
  const t = usePublicText();
  const lang = useLang();
  const setLang = useSetLang();
  const { mode, choose } = useTheme();
  const other = mode === "dark" ? "light" : "dark";
  return (
    <div className={styles.tools}>
      <Segmented
        label={t("common.language")}
        value={lang}
        onChange={setLang}
        options={LANGUAGES.map((value) => ({ value, label: SHORT[value], name: LANGUAGE_NAMES[value] }))}
      />
      <button
        type="button"
        className={styles.theme}
        onClick={() => choose(other)}
        aria-label={`${t("common.theme")}: ${t(`common.${other}`)}`}
        title={t(`common.${other}`)}
      >
        {mode === "dark" ? <Sun size={18} aria-hidden /> : <MoonStar size={18} aria-hidden />}
      </button>
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
