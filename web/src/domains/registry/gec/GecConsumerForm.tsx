import { plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import { useNow } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { GecRefusals } from "./GecRefusals.tsx";
import type { GecRedemption } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";
import { useGecForm } from "./use-gec-form.ts";

const EMPTY = {
  beneficiary_name: "",
  consumer_code: "",
  gec_account: "",
  consumer_province: "",
  redeems_for: "own_consumption" as "own_consumption" | "third_party",
  period_from: "",
  period_to: "",
  purpose: "",
};

/** For the buyer: who consumed the electricity, when, and what for. */
export function GecConsumerForm({ given }: { given: GecRedemption }) {
  const { text } = useGecWords();
  const defaults: { consumer: typeof EMPTY } = { consumer: given.consumer ?? EMPTY };
  const { form, refused, confirmation } = useGecForm({
    given,
    defaults,
    more: ({ consumer }) => ({ action: "give_consumer", consumer }),
  });
  return (
    <Panel title={text("gec.consumer")}>
      <form className={styles.stack} onSubmit={form.submit} noValidate>
        <Fields form={form} />
        <GecRefusals refused={refused} />
        <div className={styles.actions}>
          <Button type="primary" submits loading={form.busy}>
            {text("gec.do.give_consumer")}
          </Button>
        </div>
      </form>
      {confirmation}
    </Panel>
  );
}

function Fields({ form }: { form: ReturnType<typeof useGecForm<{ consumer: typeof EMPTY }>>["form"] }) {
  const { text } = useGecWords();
  const today = plainGmt8Day(useNow(60_000));
  return (
    <div className={styles.fields}>
      <TextField
        {...form.field("consumer.beneficiary_name")}
        label={text("gec.beneficiary")}
        maxLength={200}
      />
      <TextField
        {...form.field("consumer.consumer_code")}
        label={text("gec.creditCode")}
        hint={text("gec.creditCodeHint")}
        maxLength={30}
      />
      <TextField {...form.field("consumer.gec_account")} label={text("gec.account")} maxLength={60} />
      <TextField {...form.field("consumer.consumer_province")} label={text("gec.province")} maxLength={100} />
      <Select
        {...form.field("consumer.redeems_for")}
        label={text("gec.redeemsFor")}
        options={(["own_consumption", "third_party"] as const).map((value) => ({
          value,
          label: text(`gec.for.${value}`),
        }))}
      />
      <DateField
        {...form.field("consumer.period_from")}
        label={text("gec.periodFrom")}
        value={form.values.consumer.period_from || null}
        today={today}
      />
      <DateField
        {...form.field("consumer.period_to")}
        label={text("gec.periodTo")}
        value={form.values.consumer.period_to || null}
        today={today}
      />
      <TextField {...form.field("consumer.purpose")} label={text("gec.purpose")} maxLength={300} />
    </div>
  );
}
