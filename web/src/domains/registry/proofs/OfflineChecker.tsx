import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useProductName } from "../../../platform/product-name.ts";
import { gmt8, gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { useTitle } from "../../../platform/title.ts";
import { Logo } from "../../../ui/layout/Logo.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PublicTools } from "../../identity/index.ts";
import { checkFile, type Found } from "./check-file.ts";
import { CheckedPage } from "./CheckedPage.tsx";
import type { CheckerKeys } from "./checker-file.ts";
import { checkerVersion } from "./checker-version.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import { VerdictBox } from "./VerdictBox.tsx";
import styles from "./Proofs.module.css";

/** The checker as a file of its own: it reads statements by the keys that it was saved with, and asks nobody. `held` null: it was saved without any. */
export function OfflineChecker({ held }: { held: CheckerKeys | null }) {
  const t = useText();
  const product = useProductName();
  const [found, setFound] = useState<Found | null>(null);
  useTitle(t("verify.checker.title"));
  const keys = held?.keys ?? [];
  const read = (file: Blob) => void checkFile(file, () => Promise.resolve(keys)).then(setFound);
  const another = (
    <Panel title={t("verify.another")} className={styles.noPrint}>
      <div className={styles.ask}>
        <ChooseFile read={read} />
      </div>
    </Panel>
  );
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <Logo name={product} />
        <PublicTools />
      </header>
      <main className={styles.main}>
        {found === null ? (
          <div className={styles.start}>
            <h1>{t("verify.checker.title")}</h1>
            <p>{t("verify.checker.lead")}</p>
            <div className={styles.ask}>
              <ChooseFile read={read} filled />
            </div>
          </div>
        ) : found.kind === "checked" ? (
          <CheckedPage found={found} another={another} {...(held === null ? {} : { origin: held.origin })} />
        ) : (
          <>
            <VerdictBox tone="open" title={t("verify.unreadable")} lines={[t("verify.unreadableHint")]} />
            {another}
          </>
        )}
        <Trust held={held} />
      </main>
    </div>
  );
}

/** By whose keys it checks, and why that is to be believed. */
function Trust({ held }: { held: CheckerKeys | null }) {
  const t = useText();
  const checker = checkerVersion(t);
  if (held === null) return <p className={styles.trust}>{t("verify.checker.noKeys")}</p>;
  const { origin, saved_at, keys } = held;
  return (
    <section className={styles.trust} aria-label={t("verify.checker.trust")}>
      <h2>{t("verify.checker.trust")}</h2>
      <p>{t("verify.checker.trustHint", { origin, date: gmt8(saved_at) })}</p>
      <ul>
        {keys.map(({ key_id, use, revoked }) => (
          <li key={key_id}>
            <code>{key_id}</code>
            {use === "demonstration" && ` · ${t("verify.demonstration")}`}
            {use === "document" && " · PDF"}
            {(revoked ?? null) !== null &&
              ` · ${t("verify.checker.revoked", { date: gmt8Day(revoked?.at ?? 0) })}`}
          </li>
        ))}
      </ul>
      <p>
        {checker.text} <code>{checker.hash}</code>
      </p>
    </section>
  );
}
