import { type SyntheticEvent } from "react";
import { TwoColumns } from "../../../../platform/rec/record/TwoColumns.tsx";
import { RecordPage } from "../../../../platform/rec/record/RecordPage.tsx";
import { Button } from "../../../../ui/controls/Button.tsx";
import { LinkButton } from "../../../../ui/controls/LinkButton.tsx";
import { NumberField } from "../../../../ui/controls/NumberField.tsx";
import { Segmented } from "../../../../ui/controls/Segmented.tsx";
import { Select } from "../../../../ui/controls/Select.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { focusFirstFailed } from "../../../../ui/records/GuardList.tsx";
import { useServiceAddress } from "../../services/service-view.ts";
import { Serials } from "../../Serials.tsx";
import { productId } from "../product-id.ts";
import { feesText } from "../next-words.ts";
import { FeeLines } from "../RedemptionSide.tsx";
import { useRedemptionWords } from "../redemption-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Redemption.module.css";
import { Checks } from "./Checks.tsx";
import { ChooseRanges } from "./ChooseRanges.tsx";
import { ClaimFields } from "./ClaimFields.tsx";
import { mwhIn } from "./redeem-claim.ts";
import { useRedeem, type Redeem } from "./use-redeem.ts";

/** The request for a redemption: what, for whom and what for; beside it what it costs, every check, and what happens then. */
export function RedeemForm({ account }: { account: string }) {
  const { text } = useRedemptionWords();
  const address = useServiceAddress();
  const redeem = useRedeem(account);
  const { form, preview, isBehind, dialog } = redeem;
  const put = form.fill;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    const errors = preview.data?.errors ?? [];
    if (redeem.claim !== null && (isBehind || errors.length === 0)) return form.submit(event);
    event.preventDefault();
    focusFirstFailed(event.currentTarget);
  };
  const none = redeem.products.data?.items.length === 0;
  return (
    <RecordPage
      path={[
        { label: text("Register services"), to: address("redemption") },
        { label: text("REC Redemption") },
      ]}
      title={text("red.new")}
      meta={text("red.newHint")}
      actions={
        <LinkButton look="plain" to={address("redemption")}>
          {text("Cancel")}
        </LinkButton>
      }
    >
      {none ? (
        <Panel>
          <Blank title={text("red.nothingHeld")} hint={text("red.nothingHeldHint")} />
        </Panel>
      ) : (
        <form onSubmit={submit} noValidate>
          <TwoColumns
            first="work"
            side={
              <>
                <Costs redeem={redeem} />
                <Judged redeem={redeem} />
                <Happens redeem={redeem} />
              </>
            }
          >
            <What redeem={redeem} />
            <ClaimFields values={form.values} change={put} />
          </TwoColumns>
        </form>
      )}
      {dialog}
    </RecordPage>
  );
}

function What({ redeem: { form, products, preview } }: { redeem: Redeem }) {
  const { text, format, ticker } = useRedemptionWords();
  const { product, amount, way, chosen } = form.values;
  const put = form.fill;
  const items = products.data?.items ?? [];
  const { available, redeemable = [], redeemable_count = 0, taken = [] } = preview.data ?? {};
  return (
    <Panel title={text("red.what")}>
      <div className={shared.stack}>
        <div className={shared.fields}>
          <Select
            label={text("red.product")}
            placeholder={text("red.choose")}
            options={items.map((one) => ({ value: productId(one), label: ticker(one) }))}
            value={product}
            onChange={(next) => put({ product: next, chosen: [], acknowledged: [] })}
            {...(available === undefined
              ? {}
              : { hint: text("red.available", { n: format.number(available, 0) }) })}
          />
          <NumberField
            label={text("red.amountField")}
            unit="MWh"
            min={1}
            value={amount}
            onChange={(next) => form.change("amount", next)}
            fault={form.faultOf("amount")}
          />
        </div>
        <Segmented<"automatic" | "by_hand">
          label={text("red.way")}
          value={way}
          options={[
            { value: "automatic", label: text("red.automatic") },
            { value: "by_hand", label: text("red.byHand") },
          ]}
          onChange={(next) => put({ way: next, chosen: next === "by_hand" ? taken.map(numbersOf) : [] })}
        />
        {way === "by_hand" ? (
          <ChooseRanges
            ranges={redeemable}
            count={redeemable_count}
            chosen={chosen}
            amount={amount ?? 0}
            choose={(next) => put({ chosen: [...next], acknowledged: [] })}
          />
        ) : (
          <ul className={styles.ranges} aria-label={text("red.serials")}>
            {taken.map((range) => (
              <li key={`${range.code} ${range.first}`}>
                <Serials {...range} />
                <b>{format.number(mwhIn([range]), 0)} MWh</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

const numbersOf = ({ code, first, until }: { code: string; first: number; until: number }) => ({
  code,
  first,
  until,
});

function Costs({ redeem: { preview } }: { redeem: Redeem }) {
  const { text } = useRedemptionWords();
  const fees = preview.data?.fees ?? [];
  return (
    <Panel title={text("red.fee")} extra={text("red.dueAfter")} renewing={preview.isPlaceholderData}>
      {fees.length === 0 ? (
        <p className={shared.hint}>{text("red.noFeeYet")}</p>
      ) : (
        <>
          <FeeLines fees={fees} />
          {new Set(fees.map(({ currency }) => currency)).size > 1 && (
            <p className={shared.hint}>{text("red.twoInvoices")}</p>
          )}
        </>
      )}
    </Panel>
  );
}

function Judged({ redeem: { form, claim, preview, refused, isBehind } }: { redeem: Redeem }) {
  const { text } = useRedemptionWords();
  const { taken = [], errors } = preview.data ?? {};
  const days = taken.flatMap(({ from_day, to_day }) => [from_day, to_day]).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  // What the server refused is told until it says otherwise of what is typed since.
  const faults = isBehind && refused.length > 0 ? refused : (errors ?? []);
  return (
    <Panel title={text("red.checks")} renewing={isBehind}>
      <Checks
        claim={errors === undefined ? null : claim}
        produced={from === undefined || to === undefined ? null : { from, to }}
        faults={faults}
        change={form.fill}
      />
    </Panel>
  );
}

function Happens({ redeem: { form, preview } }: { redeem: Redeem }) {
  const words = useRedemptionWords();
  const { text, format } = words;
  const fees = feesText(words, preview.data?.fees ?? []);
  const n = format.number(Number.isFinite(form.values.amount) ? form.values.amount : 0, 0);
  return (
    <Panel title={text("red.happens")}>
      <div className={shared.stack}>
        <ol className={styles.steps}>
          <li>{text("red.happens.submit", { n })}</li>
          {preview.data?.needs_countersign === true && <li>{text("red.happens.manager")}</li>}
          <li>{text("red.happens.issuer")}</li>
          {fees !== "" && <li>{text("red.happens.pay", { fees })}</li>}
          <li>{text("red.happens.retired")}</li>
        </ol>
        <Button type="primary" submits loading={form.busy}>
          {text("red.submit", { n })}
        </Button>
        <p className={shared.hint}>{text("red.cancelUntil")}</p>
      </div>
    </Panel>
  );
}
