import { ArrowLeft, Menu } from "lucide-react";
import { lazy, useEffect, useRef, useState } from "react";
import { Link, Outlet, ScrollRestoration, useLocation } from "react-router";
import { AccountMenu, LanguageMenu, ThemeMenu } from "../shell/Tools.tsx";
import { SettingWindow } from "../shell/SettingWindow.tsx";
import { UnsavedForms } from "../../platform/form/UnsavedForms.tsx";
import { useText } from "../../platform/i18n.tsx";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { useMedia, usePhone, useWide } from "../../ui/layout/media.ts";
import { Spacer } from "../../ui/layout/Spacer.tsx";
import { paths } from "../paths.ts";
import { HelpLinks, HelpWindow } from "./help.tsx";
import { MARKET_MENU } from "./menu.ts";
import { RecFooter } from "./RecFooter.tsx";
import { SideMenu } from "./SideMenu.tsx";
import styles from "./RecPortal.module.css";
import frame from "../shell/Portal.module.css";
import tools from "../shell/Tools.module.css";

const RecDrawer = lazy(async () => ({ default: (await import("./RecDrawer.tsx")).RecDrawer }));
/** Where the browser keeps whether the menu is folded. */
const FOLDED = "rec_menu_folded";

/** The frame around the certificate pages: menu at the left, header, footer (C28 to C42). */
export function RecPortal() {
  const t = useText();
  const wide = useWide();
  const phone = usePhone();
  const named = useMedia("(min-width: 1420px)");
  const [drawer, setDrawer] = useState(false);
  const [folded, setFolded] = useFolded();
  const main = useArrival();
  const menu = { sections: MARKET_MENU, counters: {} };
  return (
    <UnsavedForms>
      <div className={styles.rec}>
        <a className={frame.skip} href="#main">
          {t("shell.skip")}
        </a>
        {wide && <SideMenu {...menu} folded={folded} onFold={setFolded} />}
        <div className={styles.column}>
          <header className={styles.topbar}>
            {!wide && (
              <button
                type="button"
                className={tools.tool}
                aria-label={t("shell.openMenu")}
                aria-expanded={drawer}
                onClick={() => setDrawer(true)}
              >
                <Menu size={20} aria-hidden />
              </button>
            )}
            <Link to={paths.projects()} className={styles.home ?? ""}>
              <ArrowLeft size={17} aria-hidden />
              {t("Back to home")}
            </Link>
            {wide && <HelpLinks named={named} />}
            <Spacer />
            <div className={tools.tools}>
              {!phone && <LanguageMenu />}
              {!phone && <ThemeMenu />}
              <AccountMenu compact />
            </div>
          </header>
          <main id="main" tabIndex={-1} ref={main}>
            <Outlet />
            <RecFooter />
          </main>
        </div>
        <OnceOpened open={drawer && !wide}>
          <RecDrawer {...menu} open={drawer && !wide} close={() => setDrawer(false)} />
        </OnceOpened>
        <HelpWindow />
        <SettingWindow />
        <ScrollRestoration />
      </div>
    </UnsavedForms>
  );
}

/** Whether the menu is folded, as this browser keeps it. */
function useFolded(): readonly [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === "yes");
  const keep = (next: boolean) => {
    localStorage.setItem(FOLDED, next ? "yes" : "no");
    setFolded(next);
  };
  return [folded, keep];
}

/** After a change of the page the focus stands at its beginning, and its top is shown (C42). */
function useArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return main;
}
