// The same entries in the places that a width has for them.
import { App } from "antd";
import { MonitorSmartphone, MoonStar, MoreHorizontal, Sun } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { NavLink } from "react-router";
import { LANGUAGE_NAMES, LANGUAGES, useLang, useSetLang, useText } from "../platform/i18n.tsx";
import { useTheme, type ModeChoice } from "../platform/theme.tsx";
import { ChineseName } from "../ui/ChineseName.tsx";
import { Choice } from "../ui/Choice.tsx";
import type { Entry } from "./navigation.ts";

/** What every menu is given. */
export interface MenuProps {
  readonly portal: readonly Entry[];
  readonly project: readonly Entry[];
  /** The query that links carry on. */
  readonly carry: string;
}

/** A link of a menu. What is not there yet stays in its place, and says so when it is pressed (M29, M258). */
function EntryLink(given: {
  entry: Entry;
  carry: string;
  className: string;
  title?: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  const { entry, carry, className, title, onClick, children } = given;
  const t = useText();
  const { message } = App.useApp();
  const updating = entry.updating === true;
  const press = (event: MouseEvent) => {
    if (updating) {
      event.preventDefault();
      void message.warning({ content: t("Function is updating"), key: "updating" });
    }
    onClick?.();
  };
  return (
    <NavLink
      to={entry.to + carry}
      end
      className={updating ? `${className} updating` : className}
      onClick={press}
      {...(updating ? { "aria-disabled": true } : {})}
      {...(title === undefined ? {} : { title })}
    >
      {children}
    </NavLink>
  );
}

/** In the header row. Inside a project the list it came from stays marked. */
export function HeaderMenu({ portal, project, carry }: MenuProps) {
  const t = useText();
  return (
    <nav className="gnav" aria-label={t("shell.menu")}>
      {portal.map((entry, index) => (
        <NavLink
          key={entry.to}
          to={entry.to + carry}
          className={({ isActive }) => `gitem ${isActive || (index === 0 && project.length > 0) ? "on" : ""}`}
        >
          {t(entry.label)}
        </NavLink>
      ))}
    </nav>
  );
}

/** The second row, in a project. */
export function ProjectTabs({ project, carry }: MenuProps) {
  const t = useText();
  return (
    <nav className="subnav" aria-label={t("shell.projectMenu")}>
      {project.map((entry) => (
        <EntryLink key={entry.to} entry={entry} carry={carry} className="subitem">
          {t(entry.label)}
        </EntryLink>
      ))}
    </nav>
  );
}

/** The sidebar of a tablet: icons with short labels. */
export function Rail(menu: MenuProps) {
  const t = useText();
  return (
    <nav id="sidebar" className="siderail" aria-label={t("shell.menu")}>
      <SideItems entries={menu.project} carry={menu.carry} />
      {menu.project.length > 0 && <hr />}
      <SideItems entries={menu.portal} carry={menu.carry} />
    </nav>
  );
}

/** The sidebar of a phone, docked below: up to four entries and the drawer. */
export function BottomBar({ portal, project, carry, more }: MenuProps & { more: () => void }) {
  const t = useText();
  const entries = [...project, ...portal].slice(0, 4);
  return (
    <nav
      id="sidebar"
      className="bottombar"
      aria-label={t("shell.menu")}
      style={{ ["--entries" as string]: entries.length + 1 }}
    >
      <SideItems entries={entries} carry={carry} />
      <button type="button" className="sideitem" onClick={more}>
        <MoreHorizontal size={20} aria-hidden />
        <span>{t("shell.more")}</span>
      </button>
    </nav>
  );
}

function SideItems({ entries, carry }: { entries: readonly Entry[]; carry: string }) {
  const t = useText();
  return entries.map((entry) => (
    <EntryLink key={entry.to} entry={entry} carry={carry} className="sideitem" title={t(entry.label)}>
      <entry.icon size={20} strokeWidth={1.9} aria-hidden />
      <span>{t(entry.short)}</span>
    </EntryLink>
  ));
}

const SHORT = { vi: "VI", en: "EN", zh: <ChineseName /> } as const;

/** Everything by its full name, and on a phone the choices that the header has no room for. */
export function DrawerMenu({ portal, project, carry, close }: MenuProps & { close: () => void }) {
  const t = useText();
  const lang = useLang();
  const setLang = useSetLang();
  const { choice, choose } = useTheme();
  const item = (entry: Entry) => (
    <EntryLink key={entry.to} entry={entry} carry={carry} className="drawitem" onClick={close}>
      <entry.icon size={20} strokeWidth={1.9} aria-hidden />
      <span>{t(entry.label)}</span>
    </EntryLink>
  );
  const modes: readonly { key: ModeChoice; label: React.ReactNode; name: string }[] = [
    { key: "light", label: <Sun size={16} aria-hidden />, name: t("common.light") },
    { key: "dark", label: <MoonStar size={16} aria-hidden />, name: t("common.dark") },
    { key: "system", label: <MonitorSmartphone size={16} aria-hidden />, name: t("common.system") },
  ];
  return (
    <>
      <nav className="drawnav" aria-label={t("shell.menu")}>
        {project.map(item)}
        {project.length > 0 && <hr />}
        {portal.map(item)}
      </nav>
      <div className="drawpref">
        <span>{t("common.language")}</span>
        <Choice
          label={t("common.language")}
          value={lang}
          onChange={setLang}
          options={LANGUAGES.map((key) => ({ key, label: SHORT[key], name: LANGUAGE_NAMES[key] }))}
        />
        <span>{t("common.theme")}</span>
        <Choice label={t("common.theme")} value={choice} onChange={choose} options={modes} />
      </div>
    </>
  );
}
