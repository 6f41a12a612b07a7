import { MoonStar, Sun } from "lucide-react";
import { LANGUAGE_NAMES, LANGUAGES, useLang, usePublicText, useSetLang } from "../../platform/i18n.tsx";
import { useTheme } from "../../platform/theme.tsx";
import { ChineseName } from "../../ui/layout/ChineseName.tsx";
import { Segmented } from "../../ui/controls/Segmented.tsx";
import styles from "./PublicFrame.module.css";

const SHORT = { vi: "VI", en: "EN", zh: <ChineseName /> } as const;

/** The choice of language and colours of the pages that anyone may see. */
export function PublicTools() {
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
