import {
  changeDevice,
  confirmRatings,
  listGateways,
  removeDevice,
  replaceDevice,
} from "@heliograph/contract/fleet/gateways";
import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import { deviceName } from "@heliograph/contract/kernel/device-name";
import { Trash2, Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { FormDrawer } from "../../../platform/form/FormDrawer.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useSaveMessages } from "../projects/settings-save.ts";
import type { OwnDevice } from "./use-gateways.ts";
import styles from "./DeviceDrawer.module.css";

const Confirm = lazy(async () => ({
  default: (await import("../../../ui/controls/windows/Confirm.tsx")).Confirm,
}));

/** What shows devices, and is asked again when one has changed. */
const STALE = [listGateways, projectSetUp];
const HAS_AC: readonly OwnDevice["asset_type"][] = [
  "solar_inverter",
  "electric_meter",
  "grid_meter",
  "battery",
];

interface PartProps {
  readonly uid: string;
  readonly device: OwnDevice;
}

/** A device to change: each part is saved by itself. */
export function DeviceDrawer(given: PartProps & { today: string; timezone: string; close: () => void }) {
  const { uid, device, today, timezone, close } = given;
  return (
    <FormDrawer
      title={deviceName(device)}
      {...(deviceName(device) === device.serial ? {} : { description: device.serial })}
      onClose={close}
      holdsInput
    >
      <div className={styles.parts}>
        <NameAndWarranty uid={uid} device={device} today={today} />
        {HAS_AC.includes(device.asset_type) && <RatingForm uid={uid} device={device} />}
        <Replacement uid={uid} device={device} timezone={timezone} close={close} />
        <Removal uid={uid} device={device} close={close} />
      </div>
    </FormDrawer>
  );
}

function NameAndWarranty({ uid, device, today }: PartProps & { today: string }) {
  const t = useText();
  const change = useCall(changeDevice, STALE);
  const { device_uid, name, warranty_begin, warranty_end } = device;
  const form = useContractForm(changeDevice, {
    defaults: { name, warranty_begin, warranty_end },
    toBody: (fields) => ({
      project_uid: uid,
      device_uid,
      ...(fields.name === name ? {} : { name: fields.name }),
      ...(fields.warranty_begin === warranty_begin ? {} : { warranty_begin: fields.warranty_begin }),
      ...(fields.warranty_end === warranty_end ? {} : { warranty_end: fields.warranty_end }),
    }),
    send: (body) => change.mutateAsync({ body }),
    ...useSaveMessages(),
  });
  return (
    <form className={styles.part} onSubmit={form.submit} noValidate>
      <TextField {...form.field("name")} label={t("ownDevices.name")} maxLength={200} />
      {(["warranty_begin", "warranty_end"] as const).map((end) => {
        const { value, onChange, fault } = form.field(end);
        return (
          <DateField
            key={end}
            label={t(`ownDevices.${end}`)}
            {...{ value, onChange, fault, today }}
            onClear={() => onChange(null)}
          />
        );
      })}
      <Save busy={form.busy} dirty={form.dirty} />
    </form>
  );
}

function Save({ busy, dirty, text }: { busy: boolean; dirty: boolean; text?: string }) {
  const t = useText();
  return (
    <div className={styles.foot}>
      <Button type={dirty ? "primary" : "default"} submits loading={busy} disabled={!dirty}>
        {text ?? t("ownDevices.save")}
      </Button>
    </div>
  );
}

const kilo = (watts: number | null) => (watts === null ? null : watts / 1000);
const watts = (kilowatts: number | null) => (kilowatts === null ? null : Math.round(kilowatts * 1000));

function RatingForm({ uid, device }: PartProps) {
  const t = useText();
  const format = useFormat();
  const confirming = useCall(confirmRatings, STALE);
  const { device_uid, announced_ac_nominal_w: announced } = device;
  const form = useContractForm(confirmRatings, {
    defaults: { ac: kilo(device.ac_nominal_w), dc: kilo(device.dc_capacity_wp) },
    toBody: ({ ac, dc }) => ({
      project_uid: uid,
      devices: [{ device_uid, ac_nominal_w: watts(ac), dc_capacity_wp: watts(dc) }],
    }),
    send: (body) => confirming.mutateAsync({ body }),
    ...useSaveMessages(),
  });
  const ac = form.field("ac");
  const dc = form.field("dc");
  const hint =
    announced === null ? {} : { hint: t("ownDevices.announced", { kw: format.number(announced / 1000, 1) }) };
  return (
    <form className={styles.part} onSubmit={form.submit} noValidate>
      <h3>{t("ownDevices.ratings")}</h3>
      <NumberField
        {...ac}
        {...hint}
        fault={form.faultOf("devices.0.ac_nominal_w")}
        label={t("ownDevices.ac")}
        unit="kW"
      />
      {device.asset_type === "solar_inverter" && (
        <NumberField
          {...dc}
          fault={form.faultOf("devices.0.dc_capacity_wp")}
          label={t("ownDevices.dc")}
          unit="kWp"
        />
      )}
      <p>{t(device.ratings_confirmed_at === null ? "ownDevices.notConfirmed" : "ownDevices.confirmed")}</p>
      <Save
        busy={form.busy}
        dirty={form.dirty || device.ratings_confirmed_at === null}
        text={t("ownDevices.confirmRating")}
      />
    </form>
  );
}

/** Another device takes the place of this one, or gives it back. */
function Replacement({ uid, device, timezone, close }: PartProps & { timezone: string; close: () => void }) {
  const t = useText();
  const format = useFormat();
  const replacing = useCall(replaceDevice, STALE);
  const { replaces } = device;
  const back = useRun(close);
  const form = useContractForm(replaceDevice, {
    defaults: { serial: "" },
    toBody: ({ serial }) => ({ project_uid: uid, device_uid: device.device_uid, serial }),
    send: (body) => replacing.mutateAsync({ body }),
    ...useSaveMessages(close),
  });
  return (
    <form className={styles.part} onSubmit={form.submit} noValidate>
      <h3>{t("ownDevices.replace")}</h3>
      {replaces !== null && (
        <>
          <p>
            {t("ownDevices.replacesSince", {
              serial: replaces.serial,
              time: format.dateTime(Date.parse(replaces.at), timezone),
            })}
          </p>
          <Button
            icon={<Undo2 size={16} aria-hidden />}
            loading={replacing.isPending}
            onClick={() => {
              const body = { project_uid: uid, device_uid: replaces.device_uid, serial: null };
              void back(replacing.mutateAsync({ body }));
            }}
          >
            {t("ownDevices.takeBack")}
          </Button>
        </>
      )}
      <TextField
        {...form.field("serial")}
        label={t("ownDevices.newSerial")}
        hint={t("ownDevices.replaceHint")}
        maxLength={100}
      />
      <Save busy={form.busy} dirty={form.dirty} text={t("ownDevices.putInPlace")} />
    </form>
  );
}

function Removal({ uid, device, close }: PartProps & { close: () => void }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const removal = useCall(removeDevice, STALE);
  const done = useRun(close);
  return (
    <div className={styles.part}>
      <h3>{t("ownDevices.remove")}</h3>
      <p>{t("ownDevices.removeHint")}</p>
      <div className={styles.foot}>
        <Button type="danger" icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {t("ownDevices.remove")}
        </Button>
      </div>
      {asking && (
        <Suspense>
          <Confirm
            title={t("ownDevices.removeTitle", { name: deviceName(device) })}
            hint={t("ownDevices.removeHint")}
            yes={t("ownDevices.remove")}
            no={t("ownDevices.keep")}
            danger
            run={() =>
              done(removal.mutateAsync({ query: { project_uid: uid, device_uid: device.device_uid } }))
            }
            close={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Says what became of a call, and closes the window once it is done. */
function useRun(close: () => void) {
  const serverText = useServerText();
  return async (call: Promise<{ readonly message: string }>): Promise<void> => {
    try {
      const { message } = await call;
      say.success(serverText(message));
      close();
    } catch (error) {
      say.error(serverText(error instanceof Error ? error.message : "Something went wrong"));
    }
  };
}
