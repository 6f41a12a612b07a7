import {
  createDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { RecordWaiting } from "../../../platform/rec/record/RecordWaiting.tsx";
import { call } from "../../../platform/call.ts";
import { useText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
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
  return <Waiting found={begun} />;
}

function Loaded({ record }: { record: string }) {
  const account = useActing();
  const application = useQuery({ ...applicationQuery(account, record), refetchOnWindowFocus: false });
  if (application.data !== undefined) return <Shown application={application.data} />;
  return <Waiting found={application} />;
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

function Waiting({ found }: { found: UseQueryResult }) {
  const t = useText();
  return <RecordWaiting found={found} missing={t("dev.notThere")} hint={t("dev.notThereHint")} />;
}
