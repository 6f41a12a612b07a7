import {
  createDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { call } from "../../../platform/call.ts";
import { isNotThere } from "../../../platform/http.ts";
import { useText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { useGuardLines } from "../../../platform/rec/guard-refusal.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { DeviceConsentPage } from "./consent/DeviceConsentPage.tsx";
import { DeviceForm } from "./DeviceForm.tsx";
import { DeviceReview } from "./review/DeviceReview.tsx";
import { applicationQuery } from "./device-queries.ts";

/** One application: the form of a draft, the answer to marks, the review, or what became of it. "new": one that begins. */
export function RegistrationRecord({ record }: { record: string }) {
  const [search] = useSearchParams();
  if (record === "new") return <NewDevice type={search.get("kind") === "grouped" ? "grouped" : "normal"} />;
  if (search.get("consent") !== null) return <DeviceConsentPage record={record} />;
  return <Loaded record={record} />;
}

/** Begins a draft, once however often it is asked, and goes to it. */
function NewDevice({ type }: { type: "normal" | "grouped" }) {
  const account = useActing();
  const address = useServiceAddress();
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const begun = useQuery({
    queryKey: [createDeviceApplication.name, key],
    queryFn: async () => {
      const made = await call(createDeviceApplication, { query: actingAs(account), body: { key, type } });
      await queries.invalidateQueries({ queryKey: [listDeviceApplications.name] });
      return made;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (begun.data !== undefined) {
    return <Navigate replace to={address("devices", { record: begun.data.record_uid })} />;
  }
  return begun.isError ? <Failed error={begun.error} retry={() => void begun.refetch()} /> : <Waiting />;
}

function Loaded({ record }: { record: string }) {
  const account = useActing();
  const application = useQuery({ ...applicationQuery(account, record), refetchOnWindowFocus: false });
  if (application.data !== undefined) return <Shown application={application.data} />;
  return application.isError ? (
    <Failed error={application.error} retry={() => void application.refetch()} />
  ) : (
    <Waiting />
  );
}

/** A version that was submitted begins its page anew; what is typed into a draft keeps it. */
function Shown({ application }: { application: DeviceApplication }) {
  const { record_uid, status, versions, actions } = application;
  const key = `${record_uid} ${status} ${versions.length}`;
  const writes = actions.includes("submit") || actions.includes("resubmit");
  return writes ? (
    <DeviceForm key={key} application={application} />
  ) : (
    <DeviceReview key={key} application={application} />
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useText();
  const lines = useGuardLines();
  const gone = isNotThere(error);
  return (
    <div className={page.page}>
      <Blank
        failed={!gone}
        heading={1}
        title={gone ? t("dev.notThere") : t("Something went wrong")}
        hint={gone ? t("dev.notThereHint") : lines(error)}
        {...(gone ? {} : { action: <Button onClick={retry}>{t("Try again")}</Button> })}
      />
    </div>
  );
}

function Waiting() {
  return (
    <div className={page.page} aria-busy="true">
      <Skeleton width={320} height={32} />
      <Skeleton width="100%" height={420} />
    </div>
  );
}
