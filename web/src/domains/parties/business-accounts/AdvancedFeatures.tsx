import { getAdvancedFeatures } from "@heliograph/contract/parties/fees";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { AnswerPart } from "./AnswerPart.tsx";
import styles from "./Profile.module.css";

const CENTS = 100;

/** Selling of green certificates: whether it is on, up to what limit, and how much of that is used (C76). */
export function AdvancedFeatures({ account }: { account: string }) {
  const t = useText();
  const { number } = useFormat();
  const features = useQuery(ask(getAdvancedFeatures, { query: { account } }));
  const usd = (cents: number) => `USD ${number(cents / CENTS, 2)}`;
  return (
    <>
      <h2>GEC</h2>
      <AnswerPart query={features}>
        {(data) => (
          <dl className={styles.facts}>
            <div>
              <dt>{t("Create Sell Order")}</dt>
              <dd>{t(data.is_enabled ? "Enabled" : "Disabled")}</dd>
            </div>
            <div>
              <dt>{t("Sell Limit")}</dt>
              <dd>{usd(data.sell_limit_cents)}</dd>
            </div>
            <div>
              <dt>{t("Credit Usage")}</dt>
              <dd>{usd(data.credit_usage_cents)}</dd>
            </div>
          </dl>
        )}
      </AnswerPart>
    </>
  );
}
