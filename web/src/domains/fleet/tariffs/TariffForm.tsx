import { listTariffs, setTariff } from "@heliograph/contract/fleet/projects";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { useCall } from "../../../platform/api.ts";
import { DateField } from "../../../ui/controls/DateField.tsx";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { SettingField } from "../projects/SettingField.tsx";
import { useForm, useSaveMessages } from "../projects/settings-save.ts";
import {
  ALWAYS,
  tariffDraft,
  tariffOf,
  type TariffDraft,
  type TariffFaults,
  type TariffItem,
} from "./settings-tariff.ts";
import { TariffBands, usePriceFault } from "./TariffBands.tsx";

/** One tariff: from which day, at which price, and at which other prices between which hours. */
export function TariffForm(given: {
  project_uid: string;
  /** The tariff that is changed, or the day of a new one. */
  edited: TariffItem | string;
  /** Days on which tariffs begin: a new one begins on another. */
  taken: readonly string[];
  onUnsaved: (unsaved: boolean) => void;
  done: () => void;
}) {
  const { project_uid, edited, taken, onUnsaved, done } = given;
  const t = useText();
  const lang = useLang();
  const messages = useSaveMessages(done);
  const change = useCall(setTariff, [listTariffs, projectWidget]);
  const { draft, faults, edit, save, part } = useForm({
    first: () => tariffDraft(edited, lang),
    read: (typed: TariffDraft) => tariffOf(typed, lang),
    send: ({ tariff }) => change.mutate({ body: { project_uid, ...tariff } }, messages),
    onUnsaved,
  });
  const isNew = typeof edited === "string";
  const sameDay = isNew && taken.includes(draft.valid_from);
  return (
    <div ref={part} className="settings-parts">
      <fieldset className="settings-part">
        <legend>{t(isNew ? "tariff.add" : "tariff.edit")}</legend>
        <Begin draft={draft} today={isNew ? edited : null} edit={edit} sameDay={sameDay} />
        <div className="settings-row">
          <Price name="price" draft={draft} faults={faults} edit={edit} />
          <Price name="exported" draft={draft} faults={faults} edit={edit} />
        </div>
      </fieldset>
      <TariffBands bands={draft.bands} faults={faults} put={(bands) => edit({ bands })} />
      <div className="settings-foot">
        <Button disabled={change.isPending} onClick={done}>
          {t("Cancel")}
        </Button>
        <Button type="primary" loading={change.isPending} disabled={sameDay} onClick={save}>
          {t("night.save")}
        </Button>
      </div>
    </div>
  );
}

function Begin(given: {
  draft: TariffDraft;
  /** Null: the tariff that is changed begins when it does. */
  today: string | null;
  sameDay: boolean;
  edit: (part: Partial<TariffDraft>) => void;
}) {
  const { draft, today, sameDay, edit } = given;
  const t = useText();
  const format = useFormat();
  if (today === null) {
    const day = format.day(draft.valid_from);
    return (
      <p className="num">{draft.valid_from === ALWAYS ? t("tariff.always") : t("tariff.from", { day })}</p>
    );
  }
  return (
    <div className={sameDay ? "setting invalid" : "setting"}>
      <DateField
        value={draft.valid_from}
        label={t("tariff.validFrom")}
        today={today}
        fault={sameDay ? t("tariff.taken") : undefined}
        onChange={(valid_from) => edit({ valid_from })}
      />
    </div>
  );
}

function Price(given: {
  name: "price" | "exported";
  draft: TariffDraft;
  faults: TariffFaults;
  edit: (part: Partial<TariffDraft>) => void;
}) {
  const { name, draft, faults, edit } = given;
  const t = useText();
  const outside = usePriceFault();
  const label = t(name === "price" ? "tariff.price" : "tariff.exported");
  return (
    <SettingField
      label={label}
      unit="VND/kWh"
      value={draft[name]}
      fault={faults[name] === undefined ? undefined : outside(label)}
      onChange={(text) => edit({ [name]: text })}
    />
  );
}
