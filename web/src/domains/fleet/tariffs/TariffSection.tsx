import { listTariffs, removeTariff } from "@heliograph/contract/fleet/projects";
import { localDay } from "@heliograph/contract/kernel/time";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { useSaveMessages, type SectionProps } from "../projects/settings-save.ts";
import { SettingsFoot, SettingsItem, SettingsList, SettingsPart } from "../projects/SettingsLayout.tsx";
import { ALWAYS, tariffOn, type TariffItem } from "./settings-tariff.ts";
import { TariffForm } from "./TariffForm.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";

/** The prices of a project's energy, the latest first, and a form for one more or another. */
export function TariffSection({ project }: SectionProps) {
  const t = useText();
  const { project_uid, timezone } = project;
  const tariffs = useQuery(ask(listTariffs, { query: { project_uid } }));
  const today = localDay(timezone, useNow());
  /** The tariff in the form; the day of a new one. */
  const [edited, setEdited] = useState<TariffItem | string | null>(null);
  const [removing, setRemoving] = useState<TariffItem | null>(null);
  if (tariffs.isError && tariffs.data === undefined) {
    return (
      <PanelNote
        text={t("Data is not available")}
        retry={{ label: t("Try again"), run: () => void tariffs.refetch() }}
      />
    );
  }
  if (tariffs.data === undefined) return <Skeleton width="100%" height={240} />;
  const { items } = tariffs.data;
  if (edited !== null) {
    return (
      <TariffForm
        project_uid={project_uid}
        edited={edited}
        daysInUse={items.map(({ valid_from }) => valid_from)}
        done={() => setEdited(null)}
      />
    );
  }
  const now = tariffOn(items, today);
  return (
    <SettingsPart hint={t("tariff.hint")}>
      {items.length === 0 && <PanelNote text={t("tariff.none")} />}
      <SettingsList>
        {items.map((item) => (
          <Tariff
            key={item.valid_from}
            item={item}
            inForce={item === now}
            edit={() => setEdited(item)}
            remove={() => setRemoving(item)}
          />
        ))}
      </SettingsList>
      <SettingsFoot>
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setEdited(today)}>
          {t("tariff.add")}
        </Button>
      </SettingsFoot>
      {removing !== null && (
        <Removal project_uid={project_uid} tariff={removing} close={() => setRemoving(null)} />
      )}
    </SettingsPart>
  );
}

function Tariff(given: { item: TariffItem; inForce: boolean; edit: () => void; remove: () => void }) {
  const { item, inForce, edit, remove } = given;
  const t = useText();
  const from = useBegin(item.valid_from);
  const price = usePrice();
  const parts = [
    price(item.vnd_per_kwh),
    `${t("tariff.exported")}: ${price(item.export_vnd_per_kwh)}`,
    ...(item.bands.length > 0 ? [t("tariff.bandCount", { n: item.bands.length })] : []),
  ];
  return (
    <SettingsItem
      title={from}
      tag={inForce && <Tag tone="normal" label={t("tariff.inForce")} small />}
      detail={parts.join(" · ")}
      actions={
        <>
          <Button
            icon={<Pencil size={16} aria-hidden />}
            aria-label={`${t("tariff.edit")}: ${from}`}
            onClick={edit}
          />
          <Button
            icon={<Trash2 size={16} aria-hidden />}
            aria-label={`${t("tariff.remove")}: ${from}`}
            onClick={remove}
          />
        </>
      }
    />
  );
}

/** When a tariff begins, in words. */
function useBegin(day: string): string {
  const t = useText();
  const format = useFormat();
  return day === ALWAYS ? t("tariff.always") : t("tariff.from", { day: format.day(day) });
}

/** A price as it is written: up to four decimals, and only those it has. */
function usePrice(): (vnd: string) => string {
  const format = useFormat();
  return (vnd) => {
    const value = Number(vnd);
    const digits = String(value).split(".")[1]?.length ?? 0;
    return `${format.number(value, digits)} VND/kWh`;
  };
}

/** Takes a tariff away once that is confirmed. */
function Removal(given: { project_uid: string; tariff: TariffItem; close: () => void }) {
  const { project_uid, tariff, close } = given;
  const { valid_from } = tariff;
  const t = useText();
  const name = useBegin(valid_from);
  const messages = useSaveMessages();
  const removal = useCall(removeTariff, [listTariffs]);
  return (
    <Confirm
      title={t("Are you sure?")}
      hint={t("tariff.removeHint", { name })}
      yes={t("Yes")}
      no={t("No")}
      danger
      run={() =>
        removal.mutateAsync({ query: { project_uid, valid_from } }).then(messages.onSaved, messages.onRefused)
      }
      close={close}
    />
  );
}
