import {
  type gecSellingLife,
  getAdvancedFeatures,
  moveAdvancedFeatures,
} from "@heliograph/contract/parties/fees";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../../platform/format.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { Button } from "../../../../ui/controls/Button.tsx";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { say } from "../../../../ui/feedback/say.ts";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { AnswerPart } from "../AnswerPart.tsx";
import styles from "../Profile.module.css";
import { ProposalPart } from "../../proposals/ProposalPart.tsx";
import { GecSelling } from "../../fees/GecSelling.tsx";
import { useFormRefusal } from "../../refusal-lines.ts";
import { commandBody, useTask } from "../../use-task.tsx";
import { AccountReason } from "./AccountReason.tsx";
import { sellingQuery } from "./review-queries.ts";

type Features = Answer<typeof getAdvancedFeatures>;
type Action = keyof typeof gecSellingLife.actions;

const CENTS = 100;

/** Whether the account may sell green certificates, and up to what limit: two platform operators say so (design 2.19). */
export function SellingDecision({ record_uid }: { record_uid: string }) {
  const t = useText();
  const selling = useQuery(sellingQuery(record_uid));
  return (
    <Panel title={t("Advanced Features")}>
      <AnswerPart query={selling}>
        {(features) => (
          <div className={styles.stack}>
            {features.status === "requested" && <p>{t("parties.gecWanted")}</p>}
            <Proposed features={features} />
            <GecSelling features={features} />
            <Decisions features={features} />
          </div>
        )}
      </AnswerPart>
    </Panel>
  );
}

/** The limit that a first operator proposes: a second confirms it as it is. */
function Proposed({ features }: { features: Features }) {
  const t = useText();
  const { number } = useFormat();
  const { second_person } = features;
  if (second_person === null) return null;
  const { sell_limit_cents } = second_person.payload;
  return (
    <ProposalPart
      record={{ ...features, second_person }}
      what={t(second_person.action === "grant" ? "parties.gecGrant" : "parties.gecLimit")}
      facts={
        sell_limit_cents === undefined ? [] : [[t("parties.limitUsd"), number(sell_limit_cents / CENTS, 2)]]
      }
      stale={[getAdvancedFeatures]}
      done={t("parties.gecSet")}
    />
  );
}

function Decisions({ features }: { features: Features }) {
  const t = useText();
  const move = useCall(moveAdvancedFeatures, [getAdvancedFeatures]);
  const { run, busy, dialog } = useTask();
  const [open, setOpen] = useState<"limit" | "decline" | "disable" | null>(null);
  const may = (action: Action) => features.actions.includes(action);
  const refuse = (action: "decline" | "disable", reason: string) => {
    setOpen(null);
    void run(() => move.mutateAsync({ query: {}, body: { ...commandBody(features, action), reason } }), {
      done: t(action === "decline" ? "parties.gecDeclined" : "parties.gecDisabled"),
      proof: action === "disable",
    });
  };
  return (
    <div className={styles.actions}>
      {features.second_person === null && (may("grant") || may("change_limit")) && (
        <Button onClick={() => setOpen("limit")}>
          {t(may("grant") ? "parties.gecGrant" : "parties.gecLimit")}
        </Button>
      )}
      {may("decline") && <Button onClick={() => setOpen("decline")}>{t("parties.gecDecline")}</Button>}
      {may("disable") && <Button onClick={() => setOpen("disable")}>{t("parties.gecDisable")}</Button>}
      {open === "limit" && <LimitForm features={features} close={() => setOpen(null)} />}
      {(open === "decline" || open === "disable") && (
        <AccountReason
          title={t(open === "decline" ? "parties.gecDecline" : "parties.gecDisable")}
          busy={busy}
          close={() => setOpen(null)}
          send={(reason) => refuse(open, reason)}
        />
      )}
      {dialog}
    </div>
  );
}

/** Asks for the limit in USD, which a second operator confirms. */
function LimitForm({ features, close }: { features: Features; close: () => void }) {
  const t = useText();
  const move = useCall(moveAdvancedFeatures, [getAdvancedFeatures]);
  const { confirmed, dialog } = useTask();
  const action = features.actions.includes("grant") ? "grant" : "change_limit";
  const form = useContractForm(moveAdvancedFeatures, {
    defaults: { sell_limit_cents: "" },
    toBody: ({ sell_limit_cents }) => ({
      ...commandBody(features, action),
      sell_limit_cents: /^\d+(?:\.\d{1,2})?$/.test(sell_limit_cents.trim())
        ? Math.round(Number(sell_limit_cents) * CENTS)
        : null,
    }),
    send: (body) => confirmed(() => move.mutateAsync({ query: {}, body })),
    onSaved: ({ needs_second_person }) => {
      say.success(t(needs_second_person ? "parties.secondMust" : "parties.gecSet"));
      close();
    },
    onRefused: useFormRefusal(),
  });
  return (
    <FormDialog
      title={t(action === "grant" ? "parties.gecGrant" : "parties.gecLimit")}
      save={t("parties.gecSave")}
      {...{ form, close }}
      className={styles.stack}
    >
      <TextField
        {...form.field("sell_limit_cents")}
        label={t("parties.limitUsd")}
        unit="USD"
        inputMode="decimal"
        maxLength={14}
      />
      <p className={styles.none}>{t("parties.twoSay")}</p>
      {dialog}
    </FormDialog>
  );
}
