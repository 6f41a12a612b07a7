import type { WaitingKind } from "@heliograph/contract/registry/services";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from "react-router";
import { useFocusOnArrival } from "../shell/frame/use-focus-on-arrival.ts";
import { SkipLink, OpenMenu } from "../shell/frame/frame-parts.tsx";
import { AccountMenu, LanguageMenu, ThemeMenu } from "../shell/Tools.tsx";
import { SettingWindow } from "../shell/SettingWindow.tsx";
import { UnsavedForms } from "../../platform/form/UnsavedForms.tsx";
import { waitingQuery } from "../../domains/registry/index.ts";
import { useText } from "../../platform/i18n.tsx";
import { useActing } from "../../platform/rec/acting.ts";
import { LinkButton } from "../../ui/controls/LinkButton.tsx";
import { Blank, Skeleton } from "../../ui/feedback/states.tsx";
import page from "../../ui/layout/Page.module.css";
import { Panel } from "../../ui/layout/Panel.tsx";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { useMedia, usePhone, useWide } from "../../ui/layout/media.ts";
import { Spacer } from "../../ui/layout/Spacer.tsx";
import { paths, patterns } from "../paths.ts";
import { HelpLinks, HelpWindow } from "./help.tsx";
import { ISSUER_MENU, MARKET_MENU, OPERATOR_MENU, type CounterKey } from "./menu.ts";
import { RecFooter } from "./RecFooter.tsx";
import { RecBell } from "./RecBell.tsx";
import { AccountLine } from "./AccountLine.tsx";
import { AccountSwitch } from "./AccountSwitch.tsx";
import { SideMenu, type Counters } from "./SideMenu.tsx";
import { useWaitingAnew } from "./use-waiting-anew.ts";
import { useSearchKey } from "./use-search-key.ts";
import { useSeat, type AccountSeat, type Seat } from "./use-seat.ts";
import styles from "./RecPortal.module.css";
import tools from "../shell/Tools.module.css";

const RecDrawer = lazy(async () => ({ default: (await import("./RecDrawer.tsx")).RecDrawer }));
const LedgerBanner = lazy(async () => ({
  default: (await import("../../domains/registry/heads/LedgerBanner.tsx")).LedgerBanner,
}));
/** Where the browser keeps whether the menu is folded. */
const FOLDED = "rec_menu_folded";

/** The frame around the certificate pages: menu at the left, header, footer (C28 to C42). */
export function RecPortal() {
  const t = useText();
  const wide = useWide();
  const named = useMedia("(min-width: 1420px)");
  const [drawer, setDrawer] = useState(false);
  const [folded, setFolded] = useFolded();
  // C42.
  const main = useFocusOnArrival({ toTop: true });
  useSearchKey();
  useWaitingAnew();
  const seat = useSeat();
  const counters = useCounters(seat);
  const menu = { sections: menuOf(seat), counters };
  const known = seat.kind !== "nobody";
  return (
    <UnsavedForms>
      <div className={styles.rec}>
        <SkipLink />
        {wide && known && <SideMenu {...menu} folded={folded} onFold={setFolded} />}
        <div className={styles.column}>
          <header className={styles.topbar}>
            {!wide && known && <OpenMenu isOpen={drawer} open={() => setDrawer(true)} />}
            <Link to={paths.projects()} className={styles.home ?? ""}>
              <ArrowLeft size={17} aria-hidden />
              {t("Back to home")}
            </Link>
            {wide && <HelpLinks named={named} />}
            <Spacer />
            <RecTools seat={seat} />
          </header>
          <main id="main" tabIndex={-1} ref={main}>
            <Stated seat={seat} />
            <Seated seat={seat} />
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

/** The menu of somebody's part. */
function menuOf(seat: Seat) {
  if (seat.kind !== "decides") return MARKET_MENU;
  return seat.isOperator ? OPERATOR_MENU : ISSUER_MENU;
}

/** The right side of the header: for whom the person acts, language, theme, bell, account. */
function RecTools({ seat }: { seat: Seat }) {
  const phone = usePhone();
  return (
    <div className={tools.tools}>
      <AccountSwitch seat={seat} />
      {!phone && <LanguageMenu />}
      {!phone && <ThemeMenu />}
      {(seat.kind === "market" || seat.kind === "decides") && <RecBell />}
      <AccountMenu compact />
    </div>
  );
}

/** What keeps the person from acting: for operators, that the ledger waits; for a member, the state of the account. */
function Stated({ seat }: { seat: Seat }) {
  if (seat.kind === "market") return <AccountState seat={seat.seat} />;
  if (seat.kind !== "decides" || !seat.isOperator) return null;
  return (
    <Suspense>
      <LedgerBanner />
    </Suspense>
  );
}

/** In what state the account is, where that keeps it from acting; its own page says it itself. */
function AccountState({ seat }: { seat: AccountSeat }) {
  const { pathname } = useLocation();
  return pathname === patterns.recProfile ? null : <AccountLine seat={seat} />;
}

/** The page, once it is known for whom the person acts; whoever has no role here finds nothing. */
function Seated({ seat }: { seat: Seat }) {
  const t = useText();
  const { pathname, search } = useLocation();
  // For whoever has its link, whatever their part is.
  if (pathname === patterns.recInvitation) return <Outlet />;
  if (seat.kind === "first") {
    const query = new URLSearchParams(search);
    query.set("account", seat.account);
    return <Navigate to={`${pathname}?${query.toString()}`} replace />;
  }
  // Before it is known for whom, a page would ask for nobody.
  if (seat.kind === "waiting" && !new URLSearchParams(search).has("account")) {
    return (
      <div className={page.page} aria-busy="true">
        <Skeleton width={260} height={32} />
        <Skeleton width="100%" height={320} />
      </div>
    );
  }
  const applies = pathname === patterns.recProfile && !new URLSearchParams(search).has("account");
  // An owner of a plant need not be anybody here to consent to its registration.
  const consents = pathname === patterns.recServices && new URLSearchParams(search).has("consent");
  if (seat.kind !== "nobody" || applies || consents) return <Outlet />;
  return (
    <div className={page.page}>
      <Panel>
        <Blank
          heading={1}
          title={t("registry.notFound")}
          action={
            <>
              <LinkButton to={paths.projects()}>{t("Home")}</LinkButton>
              <LinkButton look="plain" to={patterns.recProfile}>
                {t("registry.openAccount")}
              </LinkButton>
            </>
          }
        />
      </Panel>
    </div>
  );
}

/** The entry of the menu that leads to records of each kind. */
const COUNTER_OF: Readonly<Record<WaitingKind, CounterKey>> = {
  devices: "services",
  issuance: "services",
  imports: "services",
  redemption: "services",
  registered: "devices",
  accounts: "accounts",
};

/** How many records wait for the person, by entry of the menu. */
function useCounters({ kind }: Seat): Counters {
  const account = useActing();
  const { data } = useQuery({
    ...waitingQuery(account),
    enabled: kind === "market" || kind === "decides",
  });
  const counters = { services: 0, devices: 0, accounts: 0 };
  for (const { service, waiting } of data?.services ?? []) {
    counters[COUNTER_OF[service]] += waiting;
  }
  return counters;
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
