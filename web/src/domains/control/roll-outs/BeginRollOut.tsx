import {
  createRollOut,
  listRollOutGateways,
  listRollOuts,
  type RollOutMode,
} from "@heliograph/contract/control/roll-outs";
import { firmwareInfo } from "@heliograph/contract/fleet/firmware";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { fittingQuery, type FittingGateway } from "./roll-out-queries.ts";
import { useRollOutView } from "./roll-out-view.ts";
import { waveSizes } from "./roll-out-words.ts";
import styles from "./RollOuts.module.css";

/** A version is rolled out: to which gateways, at once or in waves, after a question. */
export function BeginRollOut({ file_uid, close }: { file_uid: string; close: () => void }) {
  const { text } = useWords();
  const form = useBegin(file_uid);
  const { chosen, version, missing, asking, setAsking } = form;
  return (
    <Dialog
      title={text("rollOuts.begin", { version })}
      onClose={close}
      width={760}
      holdsInput
      footer={
        <div className={styles.foot}>
          <Button onClick={close}>{text("Cancel")}</Button>
          <Button type="primary" onClick={form.press} disabled={form.free?.length === 0}>
            {text("rollOuts.send", { n: chosen.length })}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <Gateways form={form} />
        {missing && (
          <p className={styles.fault} role="alert">
            {text("rollOuts.notOne")}
          </p>
        )}
        {chosen.length > 1 && <Ways form={form} />}
      </div>
      {asking && (
        <Confirm
          title={text("Are you sure?")}
          hint={text("rollOuts.sure", { version, n: chosen.length })}
          yes={text("Yes")}
          no={text("No")}
          run={form.begin}
          close={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}

/** What is chosen, and what begins it. */
function useBegin(file_uid: string) {
  const serverText = useServerText();
  const { show } = useRollOutView();
  const fitting = useQuery(fittingQuery(file_uid));
  const info = useQuery(ask(firmwareInfo, { body: { file_uid } }));
  const create = useCall(createRollOut, [listRollOuts, listRollOutGateways]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [mode, setMode] = useState<RollOutMode>("waves");
  const [ahead, setAhead] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const items = fitting.data?.items;
  const free = useMemo(() => items?.filter(({ is_busy }) => !is_busy), [items]);
  const chosen = useMemo(
    () => (free ?? []).filter(({ gateway_uid }) => selected.has(gateway_uid)),
    [free, selected],
  );
  const first = chosen.find(({ gateway_uid }) => gateway_uid === ahead) ?? chosen[0];
  const begin = async () => {
    const uids = chosen.map(({ gateway_uid }) => gateway_uid);
    const gateway_uids = first === undefined ? uids : [...new Set([first.gateway_uid, ...uids])];
    try {
      const { roll_out_uid } = await create.mutateAsync({ body: { file_uid, gateway_uids, mode } });
      show(roll_out_uid);
    } catch (error) {
      say.error(serverText(error instanceof Error ? error.message : "Something went wrong"));
    }
  };
  return {
    fitting,
    free,
    busy: (items?.length ?? 0) - (free?.length ?? 0),
    version: info.data?.file_firmware_version ?? "",
    selected,
    select: (next: ReadonlySet<string>) => {
      setSelected(next);
      setMissing(false);
    },
    chosen,
    mode,
    setMode,
    first,
    setAhead,
    missing,
    asking,
    setAsking,
    press: () => (chosen.length === 0 ? setMissing(true) : setAsking(true)),
    begin,
  };
}

type Form = ReturnType<typeof useBegin>;

function Gateways({ form: { fitting, free, busy, selected, select } }: { form: Form }) {
  const words = useWords();
  const { text } = words;
  const serverText = useServerText();
  const columns = useMemo(() => columnsOf(words), [words]);
  return (
    <>
      <DataTable<FittingGateway>
        label={text("rollOuts.choose")}
        columns={columns}
        rows={free}
        idOf={({ gateway_uid }) => gateway_uid}
        nameOf={({ project_name, name }) => `${project_name}, ${name}`}
        selected={selected}
        onSelect={select}
        height="min(46vh, 420px)"
        className={styles.pick}
        failed={
          fitting.isError
            ? {
                title: text("Something went wrong"),
                hint: serverText(fitting.error.message),
                retry: () => void fitting.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<Blank small title={text("rollOuts.noGateway")} />}
      />
      {busy > 0 && <p className={styles.plan}>{text("rollOuts.busy", { n: busy })}</p>}
    </>
  );
}

/** At once or in waves, with who goes ahead and how many follow. */
function Ways({ form: { mode, setMode, chosen, first, setAhead } }: { form: Form }) {
  const { text, format } = useWords();
  const sizes = waveSizes(chosen.length, mode)
    .map((size) => format.number(size))
    .join(text("rollOuts.then"));
  return (
    <>
      <Segmented<RollOutMode>
        label={text("rollOuts.mode")}
        value={mode}
        options={[
          { value: "waves", label: text("rollOuts.mode.waves") },
          { value: "all", label: text("rollOuts.mode.all") },
        ]}
        onChange={setMode}
      />
      {mode === "waves" && first !== undefined && (
        <Select
          label={text("rollOuts.first")}
          options={chosen.map(({ gateway_uid, project_name, name }) => ({
            value: gateway_uid,
            label: `${project_name}, ${name}`,
          }))}
          value={first.gateway_uid}
          onChange={setAhead}
        />
      )}
      <p className={styles.plan}>
        {mode === "waves" ? text("rollOuts.plan", { sizes }) : text("rollOuts.planAll")}
      </p>
    </>
  );
}

function columnsOf({ text, format }: Words): Column<FittingGateway>[] {
  return [
    {
      id: "gateway",
      label: text("rollOuts.gateway"),
      rowHead: true,
      sortable: true,
      value: ({ project_name }) => project_name,
      cell: ({ project_name, name, serial }) => (
        <span className={styles.name}>
          <b>{project_name}</b>
          <span>{name === serial ? serial : `${name} · ${serial}`}</span>
        </span>
      ),
    },
    {
      id: "version",
      label: text("rollOuts.version"),
      sortable: true,
      value: ({ reported_version }) => reported_version,
      cell: ({ reported_version }) => reported_version ?? text("rollOuts.noVersion"),
    },
    {
      id: "heard",
      label: text("rollOuts.heard"),
      sortable: true,
      value: ({ last_contact_at }) => last_contact_at,
      cell: ({ last_contact_at }) =>
        last_contact_at === null
          ? text("rollOuts.never")
          : format.dateTime(Date.parse(last_contact_at), browserZone()),
    },
  ];
}
