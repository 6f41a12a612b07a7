import { DatabaseZap, LogOut, ShieldCheck } from "lucide-react";
import { Link, NavLink, Outlet, ScrollRestoration } from "react-router";
import { SkipLink } from "./frame/frame-parts.tsx";
import { useClearCache } from "../../domains/admin/index.ts";
import { useSignOut } from "../../domains/identity/index.ts";
import { paths } from "../paths.ts";
import { UnsavedForms } from "../../platform/form/UnsavedForms.tsx";
import { useText } from "../../platform/i18n.tsx";
import { useProductName } from "../../platform/product-name.ts";
import { Logo } from "../../ui/layout/Logo.tsx";
import { Footer } from "./Footer.tsx";
import { LanguageMenu, ThemeMenu } from "./Tools.tsx";
import styles from "./AdminPortal.module.css";
import menus from "./menus.module.css";
import frame from "./Portal.module.css";
import tools from "./Tools.module.css";
import { Spacer } from "../../ui/layout/Spacer.tsx";

/** The frame of an administrator: all projects, their cache, and the way out. */
export function AdminPortal() {
  const t = useText();
  const product = useProductName();
  const signOut = useSignOut();
  return (
    <UnsavedForms>
      <div className={`${frame.portal} ${styles.admin}`}>
        <SkipLink />
        <header className={frame.topbar}>
          <Link to={paths.admin()} className={styles.logo}>
            <Logo name={product} ground="canopy" />
          </Link>
          <nav className={`${menus.headerMenu} ${styles.menu}`} aria-label={t("shell.menu")}>
            <NavLink to={paths.admin()} className={`${menus.headerEntry} ${styles.entry}`}>
              {t("admin.allProjects")}
            </NavLink>
          </nav>
          <Spacer />
          <div className={`${tools.tools} ${styles.tools}`}>
            <ClearCache />
            <LanguageMenu />
            <ThemeMenu />
            <Link
              to={paths.security()}
              className={`${tools.tool} ${tools.worded}`}
              aria-label={t("shell.security")}
              title={t("shell.security")}
            >
              <ShieldCheck size={17} aria-hidden />
            </Link>
            <button
              type="button"
              className={`${tools.tool} ${tools.worded}`}
              onClick={() => void signOut()}
              title={t("Logout")}
            >
              <LogOut size={17} aria-hidden />
              <span className={styles.label}>{t("Logout")}</span>
            </button>
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          <Outlet />
          <Footer />
        </main>
        <ScrollRestoration />
      </div>
    </UnsavedForms>
  );
}

/** Makes the summed figures of all projects anew. */
function ClearCache() {
  const { label, busy, ask, question } = useClearCache();
  return (
    <>
      <button
        type="button"
        className={`${tools.tool} ${tools.worded}`}
        onClick={ask}
        disabled={busy}
        title={label}
      >
        <DatabaseZap size={17} aria-hidden />
        <span className={styles.label}>{label}</span>
      </button>
      {question}
    </>
  );
}
