import { FLEET_LIMITS } from "@heliograph/contract/fleet/projects";
import { Plus, Trash2 } from "lucide-react";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { LOCALES } from "../../../ui/tokens/tokens.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { SettingsFault, SettingsPart } from "../projects/SettingsLayout.tsx";
import { EVERY_DAY, MOST_VND, type BandFields, type TariffFields } from "./settings-tariff.ts";
import styles from "./TariffBands.module.css";

/** A new band is empty: its hours and price stand in the owner's contract. */
const NEW_BAND: BandFields = { from: null, to: null, days: EVERY_DAY, vnd_per_kwh: null };

/** Says that a field holds no price that is possible. */
export function usePriceFault() {
  const t = useText();
  const format = useFormat();
  return (field: string) => t("settings.range", { field, a: "0", b: format.number(MOST_VND) });
}

/** Other prices between hours, each on some days of the week. */
export function TariffBands({ form }: { form: ContractForm<TariffFields> }) {
  const t = useText();
  const { bands } = form.values;
  return (
    <SettingsPart title={t("tariff.bands")} hint={t("tariff.bandsHint")}>
      {bands.map((_band, at) => (
        // A band has no name; those that stand below one that is removed take its place with all their fields.
        // oxlint-disable-next-line react/no-array-index-key
        <Band key={at} form={form} at={at} />
      ))}
      <div>
        <Button
          icon={<Plus size={16} aria-hidden />}
          disabled={bands.length >= FLEET_LIMITS.bandsPerTariff}
          onClick={() => form.change("bands", [...bands, NEW_BAND])}
        >
          {t("tariff.addBand")}
        </Button>
      </div>
    </SettingsPart>
  );
}

function Band({ form, at }: { form: ContractForm<TariffFields>; at: number }) {
  const t = useText();
  const outside = usePriceFault();
  const name = t("tariff.band", { n: at + 1 });
  const price = form.field(`bands.${at}.vnd_per_kwh`);
  const days = form.field(`bands.${at}.days`);
  const ordered =
    form.faultOf(`bands.${at}.from`) === undefined && form.faultOf(`bands.${at}.to`) === undefined;
  return (
    <div className={styles.band} role="group" aria-label={name}>
      <div className={styles.fields}>
        <TimeField {...form.field(`bands.${at}.from`)} fault={undefined} label={t("night.from")} />
        <TimeField
          {...form.field(`bands.${at}.to`)}
          fault={ordered ? undefined : `${name}: ${t("tariff.order")}`}
          label={t("night.to")}
        />
        <NumberField
          {...price}
          label={t("tariff.price")}
          unit="VND/kWh"
          fault={price.fault === undefined ? undefined : outside(t("tariff.price"))}
        />
        <Button
          icon={<Trash2 size={16} aria-hidden />}
          aria-label={`${t("tariff.removeBand")}: ${name}`}
          onClick={() =>
            form.change(
              "bands",
              form.values.bands.filter((_, index) => index !== at),
            )
          }
        />
      </div>
      <Weekdays days={days.value} change={days.onChange} />
      {days.fault !== undefined && (
        <SettingsFault>
          {name}: {t("tariff.noDay")}
        </SettingsFault>
      )}
    </div>
  );
}

function Weekdays({ days, change }: { days: readonly number[]; change: (days: readonly number[]) => void }) {
  const t = useText();
  const lang = useLang();
  const weekday = new Intl.DateTimeFormat(LOCALES[lang], { weekday: "short", timeZone: "UTC" });
  const turned = (day: number) =>
    days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b);
  return (
    <div className={styles.weekdays} role="group" aria-label={t("tariff.days")}>
      {EVERY_DAY.map((day) => (
        <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => change(turned(day))}>
          {/* The first of January 2024 was a Monday. */}
          {weekday.format(Date.UTC(2024, 0, day))}
        </button>
      ))}
    </div>
  );
}
