import { Navigate, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { useText } from "../../platform/i18n.tsx";
import { openedProjectUid } from "../../platform/session/opened-project.ts";
import { portalType } from "../../platform/session.ts";
import { useTitle } from "../../platform/title.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Blank } from "../../ui/feedback/states.tsx";
import { LinkButton } from "../../ui/controls/LinkButton.tsx";
import page from "../../ui/layout/Page.module.css";

const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * Any other address: the project that it names, else the one that is open in this tab (M24), or the not-found page (M22, M30).
 */
export default function UnknownScreen() {
  const { pathname, search } = useLocation();
  if (portalType() === "admin") return <NotFound />;
  const uid = UID.exec(pathname + search)?.[0] ?? openedProjectUid();
  return uid === null ? <NotFound /> : <Navigate to={paths.project(uid)} replace />;
}

/** M30. */
export function NotFound() {
  const t = useText();
  const home = portalType() === "admin" ? paths.admin() : paths.projects();
  const text = t("Can not found any Project with this User");
  useTitle(text);
  return (
    <div className={page.page}>
      <Panel>
        <Blank heading={1} title={text} action={<LinkButton to={home}>{t("Home")}</LinkButton>} />
      </Panel>
    </div>
  );
}
