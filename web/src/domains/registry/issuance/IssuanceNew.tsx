import { createIssuance, listIssuances } from "@heliograph/contract/registry/issuance/issuance";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import { call } from "../../../platform/call.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useNow } from "../../../platform/clock.ts";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useServiceAddress } from "../services/service-view.ts";
import { issuableDevicesQuery } from "./issuance-queries.ts";
import styles from "./Issuance.module.css";

/** The form that begins a request: a device and its days; the quantity follows. */
export function IssuanceNew() {
  const t = useText();
  const serverText = useServerText();
  const account = useActing();
  const address = useServiceAddress();
  const devices = useQuery(issuableDevicesQuery(account));
  return (
    <RecordPage
      path={[{ label: t("Register services"), to: address("issuance") }, { label: t("REC Issuance") }]}
      title={t("iss.new")}
      meta={t("iss.newHint")}
    >
      <Panel>
        {devices.isError ? (
          <Blank
            small
            failed
            title={t("Something went wrong")}
            hint={serverText(refusalText(devices.error))}
            action={<Button onClick={() => void devices.refetch()}>{t("Try again")}</Button>}
          />
        ) : devices.data === undefined ? (
          <Skeleton width="100%" height={180} />
        ) : devices.data.items.length === 0 ? (
          <Blank small title={t("iss.noDevices")} hint={t("iss.noDevicesHint")} />
        ) : (
          <Form devices={devices.data.items} />
        )}
      </Panel>
    </RecordPage>
  );
}

interface Issuable {
  readonly device_uid: string;
  readonly code: string;
  readonly name: string;
  readonly from_day: string | null;
  readonly to_day: string | null;
}

function Form({ devices }: { devices: readonly Issuable[] }) {
  const t = useText();
  const [first] = devices;
  const [uid, setUid] = useState(first?.device_uid ?? "");
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const device = devices.find((one) => one.device_uid === uid) ?? first;
  const from_day = typed.from ?? device?.from_day ?? "";
  const to_day = typed.to ?? device?.to_day ?? "";
  const create = useBegun();
  const today = plainGmt8Day(useNow(60_000));
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ device_uid: uid, from_day, to_day });
      }}
    >
      <Select
        label={t("iss.device")}
        value={uid}
        options={devices.map((one) => ({ value: one.device_uid, label: `${one.name} · ${one.code}` }))}
        onChange={(next) => {
          setUid(next);
          setTyped({});
        }}
      />
      <DateField
        label={t("iss.from")}
        today={today}
        value={from_day}
        onChange={(from) => setTyped({ ...typed, from })}
      />
      <DateField
        label={t("iss.to")}
        today={today}
        value={to_day}
        onChange={(to) => setTyped({ ...typed, to })}
      />
      <div>
        <Button type="primary" submits loading={create.isPending} disabled={from_day === "" || to_day === ""}>
          {t("iss.create")}
        </Button>
      </div>
    </form>
  );
}

/** Begins a request and goes to it. */
function useBegun() {
  const account = useActing();
  const address = useServiceAddress();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: { device_uid: string; from_day: string; to_day: string }) =>
      call(createIssuance, { query: actingAs(account), body: { ...of, key: crypto.randomUUID() } }),
    onSuccess: async ({ record_uid }) => {
      await queries.invalidateQueries({ queryKey: [listIssuances.name] });
      await navigate(address("issuance", { record: record_uid }));
    },
    onError: useRefusalSaid(),
  });
}
