import type { getAdvancedFeatures } from "@heliograph/contract/parties/fees";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import styles from "../business-accounts/Profile.module.css";

const CENTS = 100;

/** Whether green certificates may be sold, up to what limit, and how much of that is used. */
export function GecSelling({ features }: { features: Answer<typeof getAdvancedFeatures> }) {
  const t = useText();
  const { number } = useFormat();
  const usd = (cents: number) => `USD ${number(cents / CENTS, 2)}`;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t("Create Sell Order")}</dt>
        <dd>{t(features.is_enabled ? "Enabled" : "Disabled")}</dd>
      </div>
      <div>
        <dt>{t("Sell Limit")}</dt>
        <dd>{usd(features.sell_limit_cents)}</dd>
      </div>
      <div>
        <dt>{t("Credit Usage")}</dt>
        <dd>{usd(features.credit_usage_cents)}</dd>
      </div>
    </dl>
  );
}
