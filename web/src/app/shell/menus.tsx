// The same entries in the places that a width has for them.
import { MonitorSmartphone, MoonStar, MoreHorizontal, Sun } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { NavLink, useLocation, useNavigate } from "react-router";
import { useChooseMode } from "../../domains/identity/index.ts";
import { LANGUAGE_NAMES, LANGUAGES, useLang, useSetLang, useText } from "../../platform/i18n.tsx";
import { useTheme, type ModeChoice } from "../../platform/theme.tsx";
import { ChineseName } from "../../ui/layout/ChineseName.tsx";
import { Segmented, type SegmentedOption } from "../../ui/controls/Segmented.tsx";
import { say } from "../../ui/feedback/say.ts";
import { withCarried, type Entry, type EntryGroup } from "../../platform/navigation.ts";
import styles from "./menus.module.css";

/** What every menu is given. */
export interface MenuProps {
  readonly portal: readonly EntryGroup[];
  readonly project: readonly Entry[];
  /** The list that the open project is in; null outside a project. */
  readonly list: string | null;
  /** The query that links carry on. */
  readonly carry: string;
}

/** A link of a menu. What is not there yet stays in its place, and says so when it is pressed (M29, M258). */
export function EntryLink(given: {
  entry: Entry;
  carry: string;
  className: string | undefined;
  title?: string;
  /** True: the page that is shown belongs to it. */
  holds?: boolean;
  onClick?: () => void;
  children: ReactNode;
}) {
  const { entry, carry, className, title, holds = false, onClick, children } = given;
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const find = typeof entry.updating === "function" ? entry.updating : null;
  const updating = entry.updating === true;
  const sayUpdating = () => say.warning({ content: t("Function is updating"), key: "updating" });
  const press = (event: MouseEvent) => {
    if (updating || (find !== null && isPlain(event))) event.preventDefault();
    if (updating) sayUpdating();
    // Pressed before the project is known: it is followed, or says that it is not there yet, once it is.
    else if (find !== null && isPlain(event)) {
      void find().then((closed) => (closed ? sayUpdating() : navigate(withCarried(entry.to, carry))));
    }
    onClick?.();
  };
  return (
    <NavLink
      to={withCarried(entry.to, carry)}
      end
      className={() => className}
      aria-current={entry.borrowed === true ? false : "page"}
      data-holds-project={holds || undefined}
      onClick={press}
      data-holds-page={entry.holds === pathname || undefined}
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

/** A group where all entries stand in one column: each page once, and what stands under an entry in its place. */
const inColumn = (entries: readonly Entry[]) =>
  entries
    .filter(({ repeats }) => repeats !== true)
    .map(({ under, ...entry }) => ({ ...entry, to: under?.[0]?.to ?? entry.to }));

/** The sidebar of a tablet: icons with short labels. */
export function Rail({ portal, project, carry }: MenuProps) {
  const t = useText();
  return (
    <nav id="sidebar" data-place="rail" className={styles.sideRail} aria-label={t("shell.menu")}>
      <SideItems entries={project} carry={carry} />
      {portal.map(({ label, entries }, at) => (
        <div key={label} role="group" aria-label={t(label)} className={styles.sideGroup}>
          {(project.length > 0 || at > 0) && <hr />}
          <SideItems entries={inColumn(entries)} carry={carry} />
        </div>
      ))}
    </nav>
  );
}

/** The sidebar of a phone, docked below: up to four entries and the drawer. */
export function BottomBar({ portal, project, carry, more }: MenuProps & { more: () => void }) {
  const t = useText();
  const [overview, other] = portal.map((group) => inColumn(group.entries).filter(({ inBar }) => inBar));
  const entries = [
    ...project,
    ...(other ?? []).slice(0, 2),
    ...(overview ?? []),
    ...(other ?? []).slice(2),
  ].slice(0, 4);
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

/** An entry of the drawer, or what it is called with what stands under it. */
function grouped(entry: Entry, item: (entry: Entry) => ReactNode): ReactNode {
  return entry.under === undefined ? item(entry) : <Under key={entry.label} entry={entry} item={item} />;
}

function Under({ entry, item }: { entry: Entry; item: (entry: Entry) => ReactNode }) {
  const t = useText();
  return (
    <div role="group" aria-label={t(entry.label)} className={styles.drawerUnder}>
      <p>
        <entry.icon size={20} strokeWidth={1.9} aria-hidden />
        <span>{t(entry.label)}</span>
      </p>
      {entry.under?.map(item)}
    </div>
  );
}

const SHORT = { vi: "VI", en: "EN", zh: <ChineseName /> } as const;

/** Everything by its full name, and the choices that the header of a phone has no room for. */
export function DrawerMenu({ portal, project, carry, close }: MenuProps & { close: () => void }) {
  const t = useText();
  const item = (entry: Entry) => (
    <EntryLink key={entry.to} entry={entry} carry={carry} className={styles.drawerEntry} onClick={close}>
      <entry.icon size={20} strokeWidth={1.9} aria-hidden />
      <span>{t(entry.label)}</span>
    </EntryLink>
  );
  return (
    <>
      <nav className={styles.drawerMenu} aria-label={t("shell.menu")}>
        {project.map(item)}
        {portal.map(({ label, entries }, at) => (
          <div key={label} role="group" aria-label={t(label)} className={styles.drawerGroup}>
            {(project.length > 0 || at > 0) && <hr />}
            <h3>{t(label)}</h3>
            {entries.filter(({ repeats }) => repeats !== true).map((entry) => grouped(entry, item))}
          </div>
        ))}
      </nav>
      <Preferences />
    </>
  );
}

/** Language and colours, where the header has no room for them. */
export function Preferences() {
  const t = useText();
  const lang = useLang();
  const setLang = useSetLang();
  const { choice } = useTheme();
  const choose = useChooseMode();
  const modes: readonly SegmentedOption<ModeChoice>[] = [
    { value: "light", label: <Sun size={16} aria-hidden />, name: t("common.light") },
    { value: "dark", label: <MoonStar size={16} aria-hidden />, name: t("common.dark") },
    { value: "system", label: <MonitorSmartphone size={16} aria-hidden />, name: t("common.system") },
  ];
  return (
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
  );
}
