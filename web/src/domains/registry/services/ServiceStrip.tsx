import { SERVICES } from "@heliograph/contract/registry/services";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { useText } from "../../../platform/i18n.tsx";
import { useServiceAddress } from "./service-view.ts";
import styles from "./ServiceStrip.module.css";
import { SERVICE_TABS } from "./tabs.ts";

/** The four kinds of records, each with the button that begins one (C57). */
export function ServiceStrip() {
  const t = useText();
  const address = useServiceAddress();
  return (
    <ul className={styles.strip} aria-label={t("registry.kinds")}>
      {SERVICES.map((key) => (
        <li key={key}>
          <p>{t(SERVICE_TABS[key].label)}</p>
          <Link to={address(key, { record: "new" })} className={styles.begin ?? ""}>
            <Plus size={16} aria-hidden />
            {t(SERVICE_TABS[key].action)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
