import type { ReactNode } from "react";
import { paths } from "../../../app/paths.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useProductName } from "../../../platform/product-name.ts";
import { Logo } from "../../../ui/layout/Logo.tsx";
import { PublicTools } from "../../identity/index.ts";
import { checkerVersion } from "./checker-version.ts";
import styles from "./Proofs.module.css";

const YEAR = new Date().getFullYear();

/** The frame of the pages of proofs: no menu, and nothing that asks who one is. */
export function ProofFrame({ home, children }: { home: string; children: ReactNode }) {
  const t = useText();
  const product = useProductName();
  const checker = checkerVersion(t);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <a href={home}>
          <Logo name={product} />
        </a>
        <PublicTools />
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.foot}>
        <span>
          © {YEAR} {product}
        </span>
        <span title={checker.hash}>{checker.text}</span>
        <nav aria-label={t("verify.pages")}>
          <a href={paths.verify()}>{t("verify.title")}</a>
          <a href={paths.supply()}>{t("verify.supply.title")}</a>
        </nav>
      </footer>
    </div>
  );
}
