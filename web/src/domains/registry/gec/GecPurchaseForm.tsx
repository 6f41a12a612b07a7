import { listGecRedemptions, recordGecPurchase } from "@heliograph/contract/registry/gec/gec-redemptions";
import { gecTotalCents } from "@heliograph/contract/registry/gec/gec-rules";
import { useState } from "react";
import { useNavigate } from "react-router";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import { useCall } from "../../../platform/api.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { Refused } from "../../../platform/http.ts";
import { useTitle } from "../../../platform/title.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useServiceAddress } from "../services/service-view.ts";
import { GecRefusals } from "./GecRefusals.tsx";
import { useGecWords } from "./gec-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";

const EMPTY = { buyer: "", seller: "", quantity: null as number | null, price: null as number | null };

/** Cents of a price in USD; what is not whole cents stays as it is, so that the contract refuses it. */
function centsOf(price: number | null): number | null {
  if (price === null) return null;
  const cents = Math.round(price * 100);
  return Math.abs(cents - price * 100) < 1e-6 ? cents : price * 100;
}

/** For platform operators: a purchase that was agreed elsewhere. */
export function GecPurchaseForm() {
  const { text } = useGecWords();
  const address = useServiceAddress();
  useTitle(text("gec.record"));
  const { form, refused } = usePurchaseForm();
  return (
    <RecordPage
      path={[{ label: text("gec.table"), to: address("redemption", { sub: "gec" }) }]}
      title={text("gec.record")}
    >
      <form onSubmit={form.submit} noValidate>
        <Panel title={text("gec.purchase")}>
          <div className={styles.stack}>
            <Fields form={form} />
            <p className={styles.hint}>{text("gec.recordHint")}</p>
            <GecRefusals refused={refused} />
            <div className={styles.actions}>
              <Button type="primary" submits loading={form.busy}>
                {text("gec.record")}
              </Button>
            </div>
          </div>
        </Panel>
      </form>
    </RecordPage>
  );
}

function usePurchaseForm() {
  const address = useServiceAddress();
  const navigate = useNavigate();
  const said = useRefusalSaid();
  const [key] = useState(() => crypto.randomUUID());
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const record = useCall(recordGecPurchase, [listGecRedemptions]);
  const form = useContractForm(recordGecPurchase, {
    defaults: EMPTY,
    toBody: ({ price, ...values }) => ({ ...values, price_cents: centsOf(price), key }),
    send: (body) => {
      setRefused([]);
      return record.mutateAsync({ body });
    },
    onSaved: ({ record_uid }) => void navigate(address("redemption", { sub: "gec", record: record_uid })),
    onRefused: (error) => {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else said(error);
    },
  });
  return { form, refused };
}

function Fields({ form }: { form: ReturnType<typeof usePurchaseForm>["form"] }) {
  const { text, money } = useGecWords();
  const { quantity, price } = form.values;
  const cents = centsOf(price);
  const total = quantity === null || cents === null ? null : gecTotalCents({ quantity, price_cents: cents });
  return (
    <>
      <div className={styles.fields}>
        <TextField
          {...form.field("buyer")}
          label={text("gec.buyer")}
          hint={text("gec.tradeIdHint")}
          maxLength={20}
        />
        <TextField
          {...form.field("seller")}
          label={text("gec.seller")}
          hint={text("gec.tradeIdHint")}
          maxLength={20}
        />
        <NumberField {...form.field("quantity")} label={text("gec.quantity")} unit="MWh" min={1} step={1} />
        <NumberField
          {...form.field("price")}
          fault={form.faultOf("price_cents")}
          label={text("gec.price")}
          unit="USD"
          min={0.01}
          step={0.01}
        />
      </div>
      {total !== null && Number.isFinite(total) && <p>{text("gec.totalIs", { total: money(total) })}</p>}
    </>
  );
}
