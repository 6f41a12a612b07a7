import { useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { browserZone } from "../../../platform/zone.ts";
import page from "../../../ui/layout/Page.module.css";
import { AuditLog } from "./AuditLog.tsx";

/** /activity: what the account and its keys did, and what was tried on it. */
export default function OwnAuditScreen() {
  const t = useText();
  useTitle(t("audit.own"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{t("audit.own")}</h1>
          <p className={page.meta}>{t("audit.ownHint")}</p>
        </div>
      </header>
      <AuditLog source={{ uid: null, timezone: browserZone() }} name={t("audit.own")} />
    </div>
  );
}
