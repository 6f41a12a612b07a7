import { localDay } from "@heliograph/contract/kernel/time";
import {
  listPlannedOutages,
  removePlannedOutage,
  type PlannedOutage,
} from "@heliograph/contract/kpi/planned-outages";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { OutageForm } from "./OutageForm.tsx";
import { OF_OUTAGES } from "./settings-outages.ts";
import {
  SettingsFoot,
  SettingsItem,
  SettingsList,
  SettingsPart,
  useSaveMessages,
  type SectionProps,
} from "../../fleet/index.ts";

/** The outages that availability leaves out, the latest first, and a form for one more. */
export function OutageSection({ project }: SectionProps) {
  const t = useText();
  const { project_uid, timezone } = project;
  const outages = useQuery(ask(listPlannedOutages, { query: { project_uid } }));
  const today = localDay(timezone, useNow());
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PlannedOutage | null>(null);
  if (outages.isError && outages.data === undefined) {
    return (
      <PanelNote
        text={t("Data is not available")}
        retry={{ label: t("Try again"), run: () => void outages.refetch() }}
      />
    );
  }
  if (outages.data === undefined) return <Skeleton width="100%" height={240} />;
  if (adding) {
    return <OutageForm {...{ project_uid, timezone, today }} done={() => setAdding(false)} />;
  }
  const { items } = outages.data;
  return (
    <SettingsPart hint={t("outages.hint")}>
      {items.length === 0 && <PanelNote text={t("outages.none")} />}
      <SettingsList>
        {items.map((item) => (
          <Outage key={item.outage_uid} item={item} timezone={timezone} remove={() => setRemoving(item)} />
        ))}
      </SettingsList>
      <SettingsFoot>
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t("outages.add")}
        </Button>
      </SettingsFoot>
      {removing !== null && (
        <Removal {...{ project_uid, timezone }} outage={removing} close={() => setRemoving(null)} />
      )}
    </SettingsPart>
  );
}

function Outage(given: { item: PlannedOutage; timezone: string; remove: () => void }) {
  const { item, timezone, remove } = given;
  const t = useText();
  const when = useSpan(timezone)(item);
  return (
    <SettingsItem
      title={when}
      detail={`${item.reason} · ${item.gateway ?? t("outages.whole")}`}
      actions={
        <Button
          icon={<Trash2 size={16} aria-hidden />}
          aria-label={`${t("outages.remove")}: ${when}`}
          onClick={remove}
        />
      }
    />
  );
}

/** From when to when, on the clocks of the project. */
function useSpan(timezone: string): (of: Pick<PlannedOutage, "from_at" | "to_at">) => string {
  const format = useFormat();
  return ({ from_at, to_at }) =>
    [from_at, to_at].map((at) => format.dateTime(Date.parse(at), timezone)).join(" – ");
}

/** Takes an outage back once that is confirmed. */
function Removal(given: { project_uid: string; timezone: string; outage: PlannedOutage; close: () => void }) {
  const { project_uid, timezone, outage, close } = given;
  const t = useText();
  const name = useSpan(timezone)(outage);
  const messages = useSaveMessages();
  const removal = useCall(removePlannedOutage, OF_OUTAGES);
  return (
    <Confirm
      title={t("Are you sure?")}
      hint={t("outages.removeHint", { name })}
      yes={t("Yes")}
      no={t("No")}
      danger
      run={() =>
        removal
          .mutateAsync({ query: { project_uid, outage_uid: outage.outage_uid } })
          .then(messages.onSaved, messages.onRefused)
      }
      close={close}
    />
  );
}
