import {
  type gecSellingLife,
  getAdvancedFeatures,
  moveAdvancedFeatures,
} from "@heliograph/contract/parties/fees";
import { useQuery } from "@tanstack/react-query";
import { ask, useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { GecSelling } from "../fees/GecSelling.tsx";
import { commandBody, useTask } from "../use-task.tsx";
import { AnswerPart } from "./AnswerPart.tsx";
import styles from "./Profile.module.css";

/** Selling of green certificates: whether it is on, up to what limit, and how much of that is used (C76); it is asked for here. */
export function AdvancedFeatures({ account, writes }: { account: string; writes: boolean }) {
  const t = useText();
  const features = useQuery(ask(getAdvancedFeatures, { query: { account } }));
  const move = useCall(moveAdvancedFeatures, [getAdvancedFeatures]);
  const { run, busy } = useTask();
  return (
    <>
      <h2>GEC</h2>
      <AnswerPart query={features}>
        {(data) => {
          const declined = data.status === "disabled" ? data.timeline.at(-1)?.reason : undefined;
          const until = data.next?.until ?? null;
          const act = (action: "request" | "withdraw", done: string) =>
            void run(() => move.mutateAsync({ query: { account }, body: commandBody(data, action) }), {
              done,
            });
          const may = (action: keyof typeof gecSellingLife.actions) =>
            writes && data.actions.includes(action);
          return (
            <>
              {data.status === "requested" && (
                <NextLine
                  whose="other"
                  what={t("parties.gecRequested")}
                  {...(until === null ? {} : { otherwise: t("parties.answerBy", { day: gmt8Day(until) }) })}
                />
              )}
              {declined !== undefined && declined !== null && (
                <p className={styles.none}>{t("parties.because", { reason: declined })}</p>
              )}
              <GecSelling features={data} />
              <div className={styles.actions}>
                {may("request") && (
                  <Button type="primary" loading={busy} onClick={() => act("request", t("parties.gecAsked"))}>
                    {t("parties.gecAsk")}
                  </Button>
                )}
                {may("withdraw") && (
                  <Button loading={busy} onClick={() => act("withdraw", t("parties.gecWithdrawn"))}>
                    {t("parties.gecWithdraw")}
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </AnswerPart>
    </>
  );
}
