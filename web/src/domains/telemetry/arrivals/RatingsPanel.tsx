import { confirmRatings, listGateways } from "@heliograph/contract/fleet/gateways";
import { deviceName } from "@heliograph/contract/kernel/device-name";
import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SumLine } from "../../../ui/layout/SumLine.tsx";
import { useSaveMessages } from "../../fleet/index.ts";
import {
  capacityParts,
  capacitySum,
  rated,
  shownRating,
  type RatedDevice,
  type RatingSource,
} from "./ratings.ts";
import styles from "./GatewayStep.module.css";

/** A device with what is typed of its ratings, in kW and kWp. */
interface RatingFields {
  readonly [uid: string]: {
    readonly ac: number | null;
    readonly dc: number | null;
    readonly confirm: boolean;
  };
}

interface Row {
  readonly device: RatedDevice;
  readonly source: RatingSource;
}

interface RatingsProps {
  readonly uid: string;
  readonly devices: readonly RatedDevice[];
  /** Capacity of the project, kWp; null: it has none. */
  readonly capacityKwp: number | null;
  /** When the birth came. */
  readonly bornAt: string;
  /** True: confirming is what is to be done next. */
  readonly isNext: boolean;
}

const kilo = (watts: number | null) => (watts === null ? null : watts / 1000);
const watts = (kilowatts: number | null) => (kilowatts === null ? null : Math.round(kilowatts * 1000));

/** The devices a gateway announced, with ratings to confirm or change. */
export function RatingsPanel({ uid, devices, capacityKwp, bornAt, isNext }: RatingsProps) {
  const t = useText();
  const confirming = useCall(confirmRatings, [listGateways, projectSetUp]);
  const rows = useMemo(
    () => devices.map((device): Row => ({ device, source: shownRating(device, devices).source })),
    [devices],
  );
  const defaults = useMemo(() => fieldsOf(devices), [devices]);
  const form = useContractForm(confirmRatings, {
    defaults,
    toBody: (values: RatingFields) => ({ project_uid: uid, devices: confirmed(values, rows) }),
    send: (body) => confirming.mutateAsync({ body }),
    guarded: false,
    ...useSaveMessages(),
  });
  const count = confirmed(form.values, rows).length;
  const phone = usePhone();
  const button = (
    <Button
      type={isNext && count > 0 ? "primary" : "default"}
      submits
      loading={form.busy}
      disabled={count === 0}
    >
      {t("arrivals.confirmRatings")}
    </Button>
  );
  const columns = useColumns(form);
  const card = cardIn(form);
  return (
    <form onSubmit={form.submit} aria-label={t("arrivals.announced")}>
      <Panel
        flush
        title={
          <>
            {t("arrivals.announced")}{" "}
            <small className={styles.beside}>
              {t("arrivals.birthOf", { n: devices.length, time: bornAt })}
            </small>
          </>
        }
        extra={phone ? undefined : button}
      >
        <DataTable
          label={t("arrivals.announced")}
          columns={columns}
          rows={rows}
          idOf={({ device }) => device.device_uid}
          empty={null}
          card={card}
        />
        <Capacity values={form.values} rows={rows} capacityKwp={capacityKwp} />
        {phone && <div className={styles.span}>{button}</div>}
      </Panel>
    </form>
  );
}

function fieldsOf(devices: readonly RatedDevice[]): RatingFields {
  return Object.fromEntries(
    devices.map((device) => {
      const { ac_nominal_w, dc_capacity_wp, source } = shownRating(device, devices);
      const confirm = source === "announced";
      return [device.device_uid, { ac: kilo(ac_nominal_w), dc: kilo(dc_capacity_wp), confirm }];
    }),
  );
}

/** What is confirmed: the devices whose box is ticked. */
const confirmed = (values: RatingFields, rows: readonly Row[]) =>
  rows.flatMap(({ device }) => {
    const { device_uid } = device;
    const typed = values[device_uid];
    if (typed === undefined || !typed.confirm || !rated(device).ac) return [];
    return [{ device_uid, ac_nominal_w: watts(typed.ac), dc_capacity_wp: watts(typed.dc) }];
  });

type Form = ContractForm<RatingFields>;

function useColumns(form: Form): readonly Column<Row>[] {
  const t = useText();
  return [
    {
      id: "device",
      label: t("arrivals.device"),
      rowHead: true,
      value: ({ device }) => deviceName(device),
      cell: (row) => <Name row={row} />,
    },
    {
      id: "ac",
      label: t("arrivals.ac"),
      value: () => null,
      cell: (row) => <Rating {...{ row, form }} of="ac" />,
    },
    {
      id: "dc",
      label: t("arrivals.dc"),
      value: () => null,
      cell: (row) => <Rating {...{ row, form }} of="dc" />,
    },
    {
      id: "source",
      label: t("arrivals.source"),
      value: ({ source }) => source,
      cell: (row) => <Source row={row} />,
    },
    {
      id: "confirm",
      label: t("arrivals.confirm"),
      value: () => null,
      cell: (row) => <Tick {...{ row, form }} />,
    },
  ];
}

function Name({ row: { device } }: { row: Row }) {
  const name = deviceName(device);
  const about = [device.serial, device.model].filter((part) => part !== null && part !== name).join(" · ");
  return (
    <span className={styles.device}>
      <b>{name}</b>
      {about !== "" && <small>{about}</small>}
    </span>
  );
}

function Rating({ row: { device }, form, of }: { row: Row; form: Form; of: "ac" | "dc" }) {
  const t = useText();
  if (!rated(device)[of]) return <>–</>;
  const { onChange, ...field } = form.field(`${device.device_uid}.${of}`);
  const label = `${t(of === "ac" ? "arrivals.ac" : "arrivals.dc")}, ${deviceName(device)}`;
  return (
    <NumberField
      {...field}
      label={label}
      hideLabel
      className={styles.number}
      unit={of === "ac" ? "kW" : "kWp"}
      onChange={(value) => {
        onChange(value);
        // Who types a rating means it.
        form.change(`${device.device_uid}.confirm`, true);
      }}
    />
  );
}

function Source({ row: { source } }: { row: Row }) {
  const t = useText();
  const text = t(`arrivals.source.${source}`);
  const doubtful = source === "model" || source === "missing";
  return doubtful ? <Tag tone="warning" icon={TriangleAlert} label={text} small /> : <>{text}</>;
}

function Tick({ row: { device }, form }: { row: Row; form: Form }) {
  const t = useText();
  if (!rated(device).ac) return <>–</>;
  const { value, name, onChange } = form.field(`${device.device_uid}.confirm`);
  return (
    <Checkbox
      name={name}
      label={t("arrivals.confirmOf", { name: deviceName(device) })}
      hideLabel
      checked={value}
      onChange={onChange}
    />
  );
}

/** What a phone shows of a device. */
function RatingCard({ row, form }: { row: Row; form: Form }) {
  const { ac, dc } = rated(row.device);
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <Name row={row} />
        <Tick row={row} form={form} />
      </div>
      {(ac || dc) && (
        <div className={styles.pair}>
          {ac && <Rating row={row} form={form} of="ac" />}
          {dc && <Rating row={row} form={form} of="dc" />}
        </div>
      )}
      <p className={styles.note}>
        <Source row={row} />
      </p>
    </div>
  );
}

/** Draws a device with the fields of the form. */
const cardIn = (form: Form) => (row: Row) => <RatingCard row={row} form={form} />;

/** What the modules of the inverters add up to, beside the capacity of the project. */
function Capacity(given: { values: RatingFields; rows: readonly Row[]; capacityKwp: number | null }) {
  const { values, rows, capacityKwp } = given;
  const t = useText();
  const format = useFormat();
  const inverters = rows.filter(({ device }) => rated(device).dc);
  const parts = capacityParts(inverters.map(({ device }) => values[device.device_uid]?.dc ?? null));
  const kwp = (value: number) => format.number(value, 1);
  const sum = capacitySum(parts);
  const agrees = capacityKwp !== null && Math.abs(sum - capacityKwp) < 0.05;
  if (parts.length === 0) return <p className={styles.sum}>{t("arrivals.noSpike")}</p>;
  const told =
    capacityKwp === null
      ? ""
      : agrees
        ? t("arrivals.capacityAgrees")
        : t("arrivals.capacityOther", { kwp: kwp(capacityKwp) });
  const Icon = agrees ? CircleCheck : TriangleAlert;
  return (
    <div className={styles.sum} data-agrees={agrees}>
      <SumLine
        parts={parts.map(({ kwp: each, times }, at) => ({
          key: String(each),
          label: `${at === 0 ? "" : "+ "}${times} ×`,
          figure: kwp(each),
          ...(at === 0 ? { mark: <Icon size={16} aria-hidden /> } : {}),
        }))}
        sum={
          <>
            <b>= {kwp(sum)} kWp</b>
            {told} {t("arrivals.noSpike")}
          </>
        }
      />
    </div>
  );
}
