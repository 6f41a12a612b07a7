import type { Day } from "@heliograph/contract/kernel/time";
import { addPlannedOutage } from "@heliograph/contract/kpi/planned-outages";
import { useId } from "react";
import { useCall } from "../../../platform/api.ts";
import { DateField } from "../../../ui/controls/DateField.tsx";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { OF_OUTAGES, outageDraft, outageOf, type OutageDraft, type OutageFault } from "./settings-outages.ts";
import { useGateways, useForm, useSaveMessages } from "../../fleet/index.ts";

interface FormProps {
  readonly project_uid: string;
  readonly timezone: string;
  readonly today: Day;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly done: () => void;
}

/** A planned outage: from when to when on the clocks of the project, of all of it or of one gateway, and why. */
export function OutageForm({ project_uid, timezone, today, onUnsaved, done }: FormProps) {
  const t = useText();
  const messages = useSaveMessages(done);
  const adding = useCall(addPlannedOutage, OF_OUTAGES);
  const { draft, faults, edit, save, part } = useForm({
    first: () => outageDraft(today),
    read: (typed: OutageDraft) => outageOf(typed, timezone),
    send: ({ outage }) => adding.mutate({ body: { project_uid, ...outage } }, messages),
    onUnsaved,
  });
  return (
    <div ref={part} className="settings-parts">
      <fieldset className="settings-part">
        <legend>{t("outages.add")}</legend>
        <End
          label={t("outages.from")}
          day={draft.from_day}
          time={draft.from_time}
          today={today}
          fault={faults.begin}
          put={(day, from_time) =>
            edit({ from_day: day, from_time, ...(day > draft.to_day ? { to_day: day } : {}) })
          }
        />
        <End
          label={t("outages.to")}
          day={draft.to_day}
          time={draft.to_time}
          today={today}
          fault={faults.end}
          put={(to_day, to_time) => edit({ to_day, to_time })}
        />
        <Gateway
          project_uid={project_uid}
          chosen={draft.gateway_uid}
          choose={(gateway_uid) => edit({ gateway_uid })}
        />
        <Reason reason={draft.reason} fault={faults.reason} put={(reason) => edit({ reason })} />
      </fieldset>
      <div className="settings-foot">
        <Button disabled={adding.isPending} onClick={done}>
          {t("Cancel")}
        </Button>
        <Button type="primary" loading={adding.isPending} onClick={save}>
          {t("night.save")}
        </Button>
      </div>
    </div>
  );
}

function Fault({ id, fault }: { id: string; fault: OutageFault | undefined }) {
  const t = useText();
  return fault === undefined ? null : (
    <p id={id} className="setting-fault" role="alert">
      {t(fault)}
    </p>
  );
}

/** A day and a time of it. */
function End(given: {
  label: string;
  day: Day;
  time: string;
  today: Day;
  fault: OutageFault | undefined;
  put: (day: Day, time: string) => void;
}) {
  const { label, day, time, today, fault, put } = given;
  const t = useText();
  const id = useId();
  return (
    <div className={fault === undefined ? "setting" : "setting invalid"}>
      <span>{label}</span>
      <div className="outage-end">
        <DateField
          value={day}
          label={`${label}: ${t("Day")}`}
          hideLabel
          today={today}
          onChange={(chosen) => put(chosen, time)}
        />
        <span className="field">
          <input
            type="time"
            aria-label={`${label}: ${t("outages.time")}`}
            value={time}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : id}
            onChange={(event) => put(day, event.target.value)}
          />
        </span>
      </div>
      <Fault id={id} fault={fault} />
    </div>
  );
}

function Gateway(given: { project_uid: string; chosen: string; choose: (uid: string) => void }) {
  const { project_uid, chosen, choose } = given;
  const t = useText();
  const gateways = useGateways(project_uid);
  const options = (gateways.data ?? []).map(({ gateway_uid, name, serial }) => ({
    value: gateway_uid,
    label: name === "" ? serial : name,
  }));
  return (
    <div className="setting">
      <Select
        label={t("outages.where")}
        value={chosen}
        disabled={gateways.data === undefined}
        options={[{ value: "", label: t("outages.whole") }, ...options]}
        onChange={choose}
      />
      {gateways.isError && (
        <p className="setting-fault" role="alert">
          {t("Data is not available")}
        </p>
      )}
    </div>
  );
}

function Reason(given: { reason: string; fault: OutageFault | undefined; put: (reason: string) => void }) {
  const { reason, fault, put } = given;
  const t = useText();
  const id = useId();
  return (
    <div className={fault === undefined ? "setting" : "setting invalid"}>
      <label htmlFor={id}>{t("outages.reason")}</label>
      <span className="field">
        <input
          id={id}
          autoComplete="off"
          value={reason}
          maxLength={200}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={(event) => put(event.target.value)}
        />
      </span>
      <Fault id={`${id}-fault`} fault={fault} />
    </div>
  );
}
