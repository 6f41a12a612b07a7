import { LogOut } from "lucide-react";
import { Link, NavLink, Outlet, ScrollRestoration } from "react-router";
import { ClearCacheButton } from "../../domains/admin/index.ts";
import { useSignOut } from "../../domains/identity/index.ts";
import { paths } from "../paths.ts";
import { useText } from "../../platform/i18n.tsx";
import { useProductName } from "../../platform/product-name.ts";
import { Logo } from "../../ui/layout/Logo.tsx";
import { Footer } from "./Footer.tsx";
import { LanguageMenu, ThemeMenu } from "./Tools.tsx";
import "./shell.css";

/** The frame of an administrator: all projects, their cache, and the way out. */
export function AdminPortal() {
  const t = useText();
  const product = useProductName();
  const signOut = useSignOut();
  return (
    <div className="portal wide admin">
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      <header className="topbar">
        <Link to={paths.admin()} className="logo">
          <Logo name={product} />
        </Link>
        <nav className="gnav" aria-label={t("shell.menu")}>
          <NavLink to={paths.admin()} className={({ isActive }) => `gitem ${isActive ? "on" : ""}`}>
            {t("admin.allProjects")}
          </NavLink>
        </nav>
        <span className="grow" />
        <div className="tools">
          <ClearCacheButton look="tool" />
          <LanguageMenu />
          <ThemeMenu />
          <button type="button" className="tool txt" onClick={() => void signOut()} title={t("Logout")}>
            <LogOut size={17} aria-hidden />
            <span className="wide-only">{t("Logout")}</span>
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
        <Footer />
      </main>
      <ScrollRestoration />
    </div>
  );
}
