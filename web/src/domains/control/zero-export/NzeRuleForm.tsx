import {
  setNzeRule,
  zeroExportGateways,
  type ZeroExportGateway,
} from "@heliograph/contract/control/zero-export";
import { useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import styles from "./ZeroExport.module.css";

/** As it stands in the fields: powers in kW. */
interface RuleFields {
  readonly [name: string]: number | null;
  readonly export_limit_w: number | null;
  readonly back_within_s: number | null;
  readonly meter_silent_s: number | null;
  readonly failsafe_w: number | null;
}

const watts = (kw: number | null) => (kw === null ? null : Math.round(kw * 1e6) / 1000);

/** What was agreed with the utility for a gateway; the gateway is told once it is saved. */
export function NzeRuleForm(given: { gateway: ZeroExportGateway; name: string; close: () => void }) {
  const { gateway, name, close } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const save = useCall(setNzeRule, [zeroExportGateways]);
  const { rule } = gateway;
  const defaults: RuleFields = {
    ...rule,
    export_limit_w: rule.export_limit_w / 1000,
    failsafe_w: rule.failsafe_w / 1000,
  };
  const form = useContractForm(setNzeRule, {
    defaults,
    toBody: (fields) => ({
      ...fields,
      export_limit_w: watts(fields.export_limit_w),
      failsafe_w: watts(fields.failsafe_w),
    }),
    send: (body) => save.mutateAsync({ query: { gateway_uid: gateway.gateway_info.uid }, body }),
    onSaved: ({ message }) => {
      say.success(serverText(message));
      close();
    },
    onRefused: (error) => say.error(serverText(refusalText(error))),
  });
  return (
    <Dialog
      title={text("nze.ruleOf", { name })}
      description={text("nze.ruleHint")}
      onClose={close}
      holdsInput
    >
      <form className={styles.rule} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        <RuleField form={form} name="export_limit_w" label={text("nze.field.limit")} unit="kW" />
        <RuleField form={form} name="back_within_s" label={text("nze.field.back")} unit="s" />
        <RuleField form={form} name="meter_silent_s" label={text("nze.field.silent")} unit="s" />
        <RuleField form={form} name="failsafe_w" label={text("nze.field.failsafe")} unit="kW" />
        <footer className={styles.foot}>
          <Button disabled={form.busy} onClick={close}>
            {text("Cancel")}
          </Button>
          <Button type="primary" submits loading={form.busy}>
            {text("nze.save")}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function RuleField(given: {
  form: ContractForm<RuleFields>;
  name: "export_limit_w" | "back_within_s" | "meter_silent_s" | "failsafe_w";
  label: string;
  unit: string;
}) {
  const { form, name, label, unit } = given;
  return <NumberField {...form.field(name)} label={label} unit={unit} min={0} />;
}
