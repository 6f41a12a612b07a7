import { TriangleAlert } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { readLogStatus } from "@heliograph/contract/registry/heads/log-status";
import { ask } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import page from "../../../ui/layout/Page.module.css";
import styles from "./LedgerBanner.module.css";

const AGAIN_MS = 60_000;

/** For platform operators, above each page: what of the certificate ledger needs a look now; nothing where all is well. */
export function LedgerBanner() {
  const t = useText();
  const { number } = useFormat();
  const { data } = useQuery({ ...ask(readLogStatus, {}), refetchInterval: AGAIN_MS });
  if (data === undefined) return null;
  const { hold, check, late } = data;
  const lines = [
    ...(hold === null
      ? []
      : [t("registry.ledger.held", { size: number(hold.size, 0), log: number(hold.log_size, 0) })]),
    ...(check === null || check.faults === 0
      ? []
      : [t("registry.ledger.faults", { n: number(check.faults, 0), at: gmt8(check.at) })]),
    ...late.map(({ day, place, error }) =>
      [t(`registry.ledger.late.${place}`, { day }), error ?? ""].filter((part) => part !== "").join(" "),
    ),
  ];
  if (lines.length === 0) return null;
  return (
    <div className={`${page.page} ${styles.around}`}>
      <section className={styles.banner} role="alert">
        <TriangleAlert size={18} aria-hidden />
        <div>
          <h2>{t("registry.ledger.look")}</h2>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>
            {t("registry.ledger.how")} <code>npm run {hold === null ? "ledger:verify" : "ledger:go-on"}</code>
          </p>
        </div>
      </section>
    </div>
  );
}
