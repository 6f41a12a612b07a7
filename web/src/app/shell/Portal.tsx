import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { Link, Outlet, ScrollRestoration, useLocation } from "react-router";
import { useFocusOnArrival } from "./frame/use-focus-on-arrival.ts";
import { SkipLink, OpenMenu } from "./frame/frame-parts.tsx";
import { projectInfoQuery } from "../../domains/fleet/projects/project-queries.ts";
import { projectCountQuery } from "../../domains/monitoring/portfolio/list-queries.ts";
import { homeOf, openProjectAt, projectAt } from "../paths.ts";
import { UnsavedForms } from "../../platform/form/UnsavedForms.tsx";
import { isNotThere } from "../../platform/http.ts";
import { openedProjectUid } from "../../platform/session/opened-project.ts";
import { portalType } from "../../platform/session.ts";
import { useProductName } from "../../platform/product-name.ts";
import { Logo } from "../../ui/layout/Logo.tsx";
import { usePhone, useWide } from "../../ui/layout/media.ts";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { Footer } from "./Footer.tsx";
import {
  carried,
  portalGroups,
  projectEntries,
  type Entry,
  type EntryGroup,
} from "../../platform/navigation.ts";
import { HeaderMenu } from "./HeaderMenu.tsx";
import { BottomBar, ProjectTabs, Rail } from "./menus.tsx";
import { SettingWindow } from "./SettingWindow.tsx";
import { Tools } from "./Tools.tsx";
import { useHeaderFit } from "./use-header-fit.ts";
import styles from "./Portal.module.css";
import { Spacer } from "../../ui/layout/Spacer.tsx";

const NavDrawer = lazy(async () => ({ default: (await import("./NavDrawer.tsx")).NavDrawer }));

/** The frame around every screen behind the login. The sidebar hides at width 974 and above (M267). */
export function Portal() {
  const product = useProductName();
  const wide = useWide();
  const phone = usePhone();
  const [drawer, setDrawer] = useState(false);
  const entries = useEntries();
  const carry = carried(useLocation().search);
  const main = useFocusOnArrival();
  const { header, fit } = useHeaderFit(wide);
  const home = homeOf(portalType()) + carry;
  const menu = { ...entries, carry };
  return (
    <UnsavedForms>
      <div className={styles.portal} data-sidebar={wide ? "none" : phone ? "bottom" : "rail"}>
        <SkipLink />
        <header ref={header} className={styles.topbar}>
          {!wide && <OpenMenu isOpen={drawer} open={() => setDrawer(true)} />}
          <Link to={home}>
            <Logo name={product} ground="canopy" />
          </Link>
          {wide && <HeaderMenu {...menu} shown={fit.entries} />}
          <Spacer />
          <Tools named={fit.name} />
        </header>
        {wide && menu.project.length > 1 && <ProjectTabs {...menu} />}
        {!wide && (phone ? <BottomBar {...menu} more={() => setDrawer(true)} /> : <Rail {...menu} />)}
        <OnceOpened open={drawer && !wide}>
          <NavDrawer open={drawer && !wide} close={() => setDrawer(false)} {...menu} />
        </OnceOpened>
        <SettingWindow />
        <main id="main" tabIndex={-1} ref={main}>
          <Outlet />
          <Footer />
        </main>
        <ScrollRestoration />
      </div>
    </UnsavedForms>
  );
}

/** The entries that this account and this address have; a project that is not there has none. */
function useEntries(): {
  portal: readonly [EntryGroup, EntryGroup];
  project: readonly Entry[];
  list: string | null;
} {
  const { pathname, search } = useLocation();
  const uid = projectAt(pathname);
  const swh = useQuery(projectCountQuery("swh"));
  const withSwh = portalType() === "swh" || (swh.data?.paginate_info.total_item ?? 0) > 0;
  const { type, find, missing } = useTypeOf(uid);
  const project = missing ? undefined : openProjectAt(pathname, new URLSearchParams(search));
  const portal = portalGroups({
    withSwh,
    project,
    inProject: uid !== undefined && !missing,
    opened: openedProjectUid(),
    list: homeOf(portalType()),
  });
  return uid === undefined || missing
    ? { portal, project: [], list: null }
    : { portal, project: projectEntries(uid, type, find), list: homeOf(type ?? "pv") };
}

/** The type of the project, null until it is known, and how to wait for it; a project that is not to be had counts as pv. */
function useTypeOf(uid: string | undefined) {
  const queries = useQueryClient();
  const question = { ...projectInfoQuery(uid ?? ""), staleTime: 5 * 60_000 };
  const info = useQuery({ ...question, enabled: uid !== undefined });
  const find = async () => {
    // Its page says why a project is not to be had.
    const answer = await queries.fetchQuery(question).catch(() => undefined);
    return answer?.project_info.project_type ?? "pv";
  };
  const type = info.data?.project_info.project_type ?? (info.isError ? "pv" : null);
  return { type, find, missing: info.data === undefined && isNotThere(info.error) };
}
