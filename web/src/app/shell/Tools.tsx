import {
  BellRing,
  ChevronDown,
  FileKey2,
  Globe,
  History,
  KeyRound,
  LogOut,
  Mails,
  MonitorSmartphone,
  MoonStar,
  Settings,
  ShieldCheck,
  Sun,
  SunMedium,
  UserRound,
  Webhook,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { Avatar, useAccount, useChooseMode, useSignOut } from "../../domains/identity/index.ts";
import { LANGUAGE_NAMES, LANGUAGES, useLang, useSetLang, useText } from "../../platform/i18n.tsx";
import { accountName } from "../../platform/session.ts";
import { useTheme } from "../../platform/theme.tsx";
import { ChineseName } from "../../ui/layout/ChineseName.tsx";
import { usePhone } from "../../ui/layout/media.ts";
import { MenuButton } from "../../ui/controls/windows/MenuButton.tsx";
import type { MenuItem } from "../../ui/controls/windows/opened/props.ts";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { NotificationBell } from "../../domains/notices/notifications/NotificationBell.tsx";
import { paths } from "../paths.ts";
import { NOTIFICATION_TEXTS } from "../screens.ts";
import { openTexts } from "../texts/load-texts.ts";
import { useSetting } from "./use-setting.ts";
import styles from "./Tools.module.css";
import { VisuallyHidden } from "../../ui/layout/VisuallyHidden.tsx";
import hidden from "../../ui/layout/VisuallyHidden.module.css";

const AccountDrawer = lazy(async () => ({
  default: (await import("../../domains/identity/AccountDrawer.tsx")).AccountDrawer,
}));
const ChangePassword = lazy(async () => ({
  default: (await import("../../domains/identity/ChangePassword.tsx")).ChangePassword,
}));
const ProjectTypeChooser = lazy(async () => ({
  default: (await import("./ProjectTypeChooser.tsx")).ProjectTypeChooser,
}));

/** The list behind the bell, with its texts. */
async function loadNotifications() {
  const [{ NotificationsPanel, NotificationsSheet }] = await Promise.all([
    import("../../domains/notices/notifications/NotificationsPanel.tsx"),
    openTexts(NOTIFICATION_TEXTS),
  ]);
  return { NotificationsPanel, NotificationsSheet };
}

/**
 * The right side of the header: language, theme, notifications, account. A phone has the first two in its drawer; without `named` the account
 * is its picture alone.
 */
export function Tools({ named }: { named: boolean }) {
  const phone = usePhone();
  return (
    <div className={styles.tools} data-tools="">
      {!phone && <LanguageMenu />}
      {!phone && <ThemeMenu />}
      <NotificationBell buttonClass={styles.tool ?? ""} load={loadNotifications} />
      <AccountMenu compact={phone || !named} />
    </div>
  );
}

/** The choice of the language, in the header. */
export function LanguageMenu() {
  const t = useText();
  const lang = useLang();
  const setLang = useSetLang();
  const items = LANGUAGES.map((key) => ({
    key,
    label: key === "zh" ? <ChineseName height={14} /> : <span lang={key}>{LANGUAGE_NAMES[key]}</span>,
    run: () => setLang(key),
  }));
  return (
    <MenuButton items={items} chosen={lang} className={`${styles.tool} ${styles.worded}`}>
      <Globe size={17} aria-hidden />
      <span>{lang.toUpperCase()}</span>
      <VisuallyHidden>{t("common.language")}</VisuallyHidden>
    </MenuButton>
  );
}

/** The choice of the colours, in the header. */
export function ThemeMenu() {
  const t = useText();
  const { mode, choice } = useTheme();
  const choose = useChooseMode();
  const items = [
    {
      key: "light",
      label: t("common.light"),
      icon: <Sun size={16} aria-hidden />,
      run: () => choose("light"),
    },
    {
      key: "dark",
      label: t("common.dark"),
      icon: <MoonStar size={16} aria-hidden />,
      run: () => choose("dark"),
    },
    {
      key: "system",
      label: t("common.system"),
      icon: <MonitorSmartphone size={16} aria-hidden />,
      run: () => choose("system"),
    },
  ];
  return (
    <MenuButton
      items={items}
      chosen={choice}
      className={styles.tool ?? ""}
      label={t("common.theme")}
      title={t("common.theme")}
    >
      {mode === "dark" ? <MoonStar size={18} aria-hidden /> : <Sun size={18} aria-hidden />}
    </MenuButton>
  );
}

/** What opens over the page from the account's menu. */
type AccountWindow = "profile" | "password" | "type";

/** Those that lead to pages of the account. */
function usePageEntries(): readonly MenuItem[] {
  const t = useText();
  const navigate = useNavigate();
  const isOperator = useAccount().data?.kind === "platform_operator";
  return [
    {
      key: "keys",
      label: t("shell.apiKeys"),
      icon: <FileKey2 size={16} aria-hidden />,
      run: () => void navigate(paths.apiKeys()),
    },
    {
      key: "notifications",
      label: t("shell.notifications"),
      icon: <BellRing size={16} aria-hidden />,
      run: () => void navigate(paths.notifications()),
    },
    {
      key: "webhooks",
      label: t("shell.webhooks"),
      icon: <Webhook size={16} aria-hidden />,
      run: () => void navigate(paths.webhooks()),
    },
    ...(isOperator
      ? [
          {
            key: "outbox",
            label: t("shell.outbox"),
            icon: <Mails size={16} aria-hidden />,
            run: () => void navigate(paths.outbox()),
          },
        ]
      : []),
    {
      key: "activity",
      label: t("shell.activity"),
      icon: <History size={16} aria-hidden />,
      run: () => void navigate(paths.ownAudit()),
    },
    {
      key: "security",
      label: t("shell.security"),
      icon: <ShieldCheck size={16} aria-hidden />,
      run: () => void navigate(paths.security()),
    },
  ];
}

/** The entries of the account's menu. */
function useAccountEntries(setOpen: (open: AccountWindow) => void): readonly MenuItem[] {
  const t = useText();
  const signOut = useSignOut();
  const setting = useSetting();
  const pages = usePageEntries();
  return [
    {
      key: "profile",
      label: t("Account information"),
      icon: <UserRound size={16} aria-hidden />,
      run: () => setOpen("profile"),
    },
    {
      key: "password",
      label: t("Change password"),
      icon: <KeyRound size={16} aria-hidden />,
      run: () => setOpen("password"),
    },
    ...pages,
    {
      key: "type",
      label: t("shell.projectType"),
      icon: <SunMedium size={16} aria-hidden />,
      run: () => setOpen("type"),
    },
    {
      key: "setting",
      label: t("Setting"),
      icon: <Settings size={16} aria-hidden />,
      run: () => setting.show("alias"),
    },
    "divider",
    { key: "logout", label: t("Logout"), icon: <LogOut size={16} aria-hidden />, run: () => void signOut() },
  ];
}

/** The account and what it may do for itself; `compact`: its picture alone. */
export function AccountMenu({ compact }: { compact: boolean }) {
  const t = useText();
  const account = useAccount();
  const [open, setOpen] = useState<AccountWindow | null>(null);
  const items = useAccountEntries(setOpen);
  const name = account.data?.display_name ?? accountName() ?? "";
  return (
    <>
      <MenuButton items={items} placement="bottomRight" className={`${styles.tool} ${styles.account}`}>
        <Avatar name={name} />
        <span className={compact ? hidden["hidden"] : styles.name} data-name={compact ? undefined : ""}>
          {name}
        </span>
        <VisuallyHidden>{t("shell.account")}</VisuallyHidden>
        {!compact && <ChevronDown size={14} aria-hidden />}
      </MenuButton>
      <OnceOpened open={open === "profile"}>
        <AccountDrawer open={open === "profile"} close={() => setOpen(null)} />
      </OnceOpened>
      {open === "password" && (
        <Suspense>
          <ChangePassword close={() => setOpen(null)} />
        </Suspense>
      )}
      <OnceOpened open={open === "type"}>
        <ProjectTypeChooser open={open === "type"} close={() => setOpen(null)} />
      </OnceOpened>
    </>
  );
}
