import { useAppConfig } from "../../platform/app-config.ts";
import { useText } from "../../platform/i18n.tsx";
import { useProductName } from "../../platform/product-name.ts";
import styles from "./Footer.module.css";
import { Spacer } from "../../ui/layout/Spacer.tsx";

const YEAR = new Date().getFullYear();

/** M7: the mobile apps, where the installation has some. */
export function Footer() {
  const t = useText();
  const product = useProductName();
  const { app_store_url, google_play_url } = useAppConfig();
  return (
    <footer className={styles.footer}>
      <span>
        © {YEAR} {product}
      </span>
      <Spacer />
      {(app_store_url !== null || google_play_url !== null) && <span>{t("shell.apps")}</span>}
      {app_store_url !== null && (
        <a href={app_store_url} className={styles.store} rel="noreferrer">
          App Store
        </a>
      )}
      {google_play_url !== null && (
        <a href={google_play_url} className={styles.store} rel="noreferrer">
          Google Play
        </a>
      )}
    </footer>
  );
}
