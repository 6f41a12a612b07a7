import { FUELS } from "@heliograph/contract/registry/devices/fuels";
import { GEC_LOTS_MAX } from "@heliograph/contract/registry/gec/gec-rules";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { GecUpload } from "./GecFiles.tsx";
import { GecRefusals } from "./GecRefusals.tsx";
import type { GecRedemption } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";
import own from "./Gec.module.css";
import { useGecForm } from "./use-gec-form.ts";

const NO_LOT = { month: "", series: "", first: null as number | null, last: null as number | null };

type Lot = typeof NO_LOT;

/** Numbers as they are typed, both ends included. */
const typedLot = ({ until, ...lot }: GecRedemption["lots"][number]): Lot => ({ ...lot, last: until - 1 });

/** What the seller has stated before, so that nothing is typed again. */
const startOf = ({ device_code, device_name, fuel, location, province, returned_lots }: GecRedemption) => ({
  certificates: {
    device_code: device_code ?? "",
    device_name: device_name ?? "",
    fuel: fuel ?? "ES200",
    location: location ?? "",
    province: province ?? "",
    lots: returned_lots.length > 0 ? returned_lots.map(typedLot) : [NO_LOT],
  },
});

/** For the seller: the certificates, by device and numbers, and the PDF that shows them. */
export function GecCertificatesForm({ given }: { given: GecRedemption }) {
  const { text } = useGecWords();
  const pdf = given.files.findLast(({ kind }) => kind === "certificate");
  const start = startOf(given);
  const { form, refused, confirmation } = useGecForm({
    given,
    defaults: start,
    more: ({ certificates: { lots, ...device } }) => ({
      action: "upload_certificates",
      file_sha256: pdf?.sha256,
      certificates: {
        ...device,
        lots: lots.map(({ last, ...lot }) => ({ ...lot, until: last === null ? null : last + 1 })),
      },
    }),
  });
  return (
    <Panel title={text("gec.certificates")}>
      <form className={styles.stack} onSubmit={form.submit} noValidate>
        <p className={styles.hint}>{text("gec.pdfHint")}</p>
        <GecUpload record_uid={given.record_uid} kind="certificate" />
        <Device form={form} />
        <Lots form={form} />
        <GecRefusals refused={refused} />
        <div className={styles.actions}>
          <Button type="primary" submits loading={form.busy}>
            {text("gec.do.upload_certificates")}
          </Button>
        </div>
      </form>
      {confirmation}
    </Panel>
  );
}

type Form = ReturnType<typeof useGecForm<ReturnType<typeof startOf>>>["form"];

function Device({ form }: { form: Form }) {
  const { text, fuel } = useGecWords();
  return (
    <div className={styles.fields}>
      <TextField {...form.field("certificates.device_code")} label={text("gec.deviceCode")} maxLength={20} />
      <TextField {...form.field("certificates.device_name")} label={text("gec.device")} maxLength={100} />
      <Select
        {...form.field("certificates.fuel")}
        label={text("gec.fuel")}
        options={Object.keys(FUELS).map((value) => ({ value, label: fuel(value) }))}
      />
      <TextField {...form.field("certificates.location")} label={text("gec.location")} maxLength={200} />
      <TextField {...form.field("certificates.province")} label={text("gec.province")} maxLength={100} />
    </div>
  );
}

function Lots({ form }: { form: Form }) {
  const { text } = useGecWords();
  const { lots } = form.values.certificates;
  return (
    <>
      {lots.map((_lot, i) => (
        // Rows have no name but their place.
        <fieldset key={i} className={own.lot}>
          <legend>{text("gec.numbersOf", { n: i + 1 })}</legend>
          <TextField
            {...form.field(`certificates.lots.${i}.month`)}
            label={text("gec.month")}
            hint={text("gec.monthHint")}
            maxLength={7}
          />
          <TextField
            {...form.field(`certificates.lots.${i}.series`)}
            label={text("gec.series")}
            hint={text("gec.seriesHint")}
            maxLength={80}
          />
          <NumberField
            {...form.field(`certificates.lots.${i}.first`)}
            label={text("gec.first")}
            min={1}
            step={1}
          />
          <NumberField
            {...form.field(`certificates.lots.${i}.last`)}
            fault={form.faultOf(`certificates.lots.${i}.until`)}
            label={text("gec.last")}
            min={1}
            step={1}
          />
        </fieldset>
      ))}
      <div className={styles.actions}>
        {lots.length < GEC_LOTS_MAX && (
          <Button size="small" onClick={() => form.change("certificates.lots", [...lots, NO_LOT])}>
            {text("gec.addNumbers")}
          </Button>
        )}
        {lots.length > 1 && (
          <Button size="small" onClick={() => form.change("certificates.lots", lots.slice(0, -1))}>
            {text("gec.removeNumbers")}
          </Button>
        )}
      </div>
    </>
  );
}
