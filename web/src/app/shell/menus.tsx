// The same entries in the places that a width has for them.
import { MonitorSmartphone, MoonStar, MoreHorizontal, Sun } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { NavLink, useNavigate } from "react-router";
import { useChooseMode } from "../../domains/identity/index.ts";
import { LANGUAGE_NAMES, LANGUAGES, useLang, useSetLang, useText } from "../../platform/i18n.tsx";
import { useTheme, type ModeChoice } from "../../platform/theme.tsx";
import { ChineseName } from "../../ui/layout/ChineseName.tsx";
import { Segmented, type SegmentedOption } from "../../ui/controls/Segmented.tsx";
import { say } from "../../ui/feedback/say.ts";
import type { Entry } from "../../platform/navigation.ts";
import styles from "./menus.module.css";

/** What every menu is given. */
export interface MenuProps {
  readonly portal: readonly Entry[];
  readonly project: readonly Entry[];
  /** The list that the open project is in; null outside a project. */
  readonly list: string | null;
  /** The query that links carry on. */
  readonly carry: string;
}

/** A link of a menu. What is not there yet stays in its place, and says so when it is pressed (M29, M258). */
function EntryLink(given: {
  entry: Entry;
  carry: string;
  className: string | undefined;
  title?: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  const { entry, carry, className, title, onClick, children } = given;
  const t = useText();
  const navigate = useNavigate();
  const find = typeof entry.updating === "function" ? entry.updating : null;
  const updating = entry.updating === true;
  const sayUpdating = () => say.warning({ content: t("Function is updating"), key: "updating" });
  const press = (event: MouseEvent) => {
    if (updating || (find !== null && isPlain(event))) event.preventDefault();
    if (updating) sayUpdating();
    // Pressed before the project is known: it is followed, or says that it is not there yet, once it is.
    else if (find !== null && isPlain(event)) {
      void find().then((closed) => (closed ? sayUpdating() : navigate(entry.to + carry)));
    }
    onClick?.();
  };
  return (
    <NavLink
      to={entry.to + carry}
      end
      className={() => className}
      onClick={press}
      {...(updating ? { "aria-disabled": true } : {})}
      {...(title === undefined ? {} : { title })}
    >
      {children}
    </NavLink>
  );
}

/** True unless the press asks for another tab or window. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** In the header row. Inside a project the list it belongs to stays marked. */
export function HeaderMenu({ portal, list, carry }: MenuProps) {
  const t = useText();
  return (
    <nav className={styles.headerMenu} aria-label={t("shell.menu")}>
      {portal.map((entry) => (
        <NavLink
          key={entry.to}
          to={entry.to + carry}
          // The page of all projects is not marked on that of one.
          end
          className={() => styles.headerEntry}
          data-holds-project={entry.to === list || undefined}
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
    <nav className={styles.tabs} aria-label={t("shell.projectMenu")}>
      {project.map((entry) => (
        <EntryLink key={entry.to} entry={entry} carry={carry} className={styles.tab}>
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
    <nav id="sidebar" data-place="rail" className={styles.sideRail} aria-label={t("shell.menu")}>
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
      data-place="bottom"
      className={styles.bottomBar}
      aria-label={t("shell.menu")}
      style={{ ["--entries" as string]: entries.length + 1 }}
    >
      <SideItems entries={entries} carry={carry} />
      <button type="button" className={styles.sideEntry} onClick={more}>
        <MoreHorizontal size={20} aria-hidden />
        <span>{t("shell.more")}</span>
      </button>
    </nav>
  );
}

function SideItems({ entries, carry }: { entries: readonly Entry[]; carry: string }) {
  const t = useText();
  return entries.map((entry) => (
    <EntryLink key={entry.to} entry={entry} carry={carry} className={styles.sideEntry} title={t(entry.label)}>
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
  const { choice } = useTheme();
  const choose = useChooseMode();
  const item = (entry: Entry) => (
    <EntryLink key={entry.to} entry={entry} carry={carry} className={styles.drawerEntry} onClick={close}>
      <entry.icon size={20} strokeWidth={1.9} aria-hidden />
      <span>{t(entry.label)}</span>
    </EntryLink>
  );
  const modes: readonly SegmentedOption<ModeChoice>[] = [
    { value: "light", label: <Sun size={16} aria-hidden />, name: t("common.light") },
    { value: "dark", label: <MoonStar size={16} aria-hidden />, name: t("common.dark") },
    { value: "system", label: <MonitorSmartphone size={16} aria-hidden />, name: t("common.system") },
  ];
  return (
    <>
      <nav className={styles.drawerMenu} aria-label={t("shell.menu")}>
        {project.map(item)}
        {project.length > 0 && <hr />}
        {portal.map(item)}
      </nav>
      <div className={styles.preferences}>
        <span>{t("common.language")}</span>
        <Segmented
          label={t("common.language")}
          value={lang}
          onChange={setLang}
          options={LANGUAGES.map((value) => ({ value, label: SHORT[value], name: LANGUAGE_NAMES[value] }))}
        />
        <span>{t("common.theme")}</span>
        <Segmented label={t("common.theme")} value={choice} onChange={choose} options={modes} />
      </div>
    </>
  );
}
