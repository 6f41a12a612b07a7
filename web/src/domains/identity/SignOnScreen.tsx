import { usePublicText } from "../../platform/i18n.tsx";
import { useTitle } from "../../platform/title.ts";
import { useProductName } from "../../platform/product-name.ts";
import { Logo } from "../../ui/layout/Logo.tsx";
import styles from "./SignOnScreen.module.css";

/** Shown while the token of a single sign-on is being checked. */
export default function SignOnScreen() {
  const t = usePublicText();
  const product = useProductName();
  useTitle(t("login.signingOn"));
  return (
    <main className={styles.page} aria-busy>
      <Logo name={product} size="huge" />
      <h1 role="status">{t("login.signingOn")}</h1>
      <span className={styles.bar} aria-hidden />
    </main>
  );
}
