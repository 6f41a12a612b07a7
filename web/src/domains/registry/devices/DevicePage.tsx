import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import type { ReactNode } from "react";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import { useNow } from "../../../platform/clock.ts";
import { useText } from "../../../platform/i18n.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { useDue } from "../due.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { StateTag } from "../StateTag.tsx";

/** The page of an application: its name, state and number, and what can be done with it. */
export function DevicePage(given: {
  application: DeviceApplication;
  name: string;
  meta: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { application, name, ...parts } = given;
  const t = useText();
  const address = useServiceAddress();
  const title = name.trim() === "" ? t("dev.untitled") : name;
  return (
    <RecordPage
      path={[{ label: t("Register services"), to: address("devices") }, { label: t("Device Registration") }]}
      title={title}
      state={<StateTag state={application.status} label={t(`dev.status.${statusOf(application)}`)} />}
      {...parts}
    />
  );
}

const STATUSES = ["draft", "pending", "to_resubmit", "approved", "declined"] as const;
/** The status, which the life cycle names. */
export const statusOf = ({ status }: { status: string }) => STATUSES.find((one) => one === status) ?? "draft";

/** Who must act next on the application, until when. `otherwise` says more where it is the person's turn. */
export function DeviceNext(given: { application: DeviceApplication; what: string; otherwise: string }) {
  const { application, what, otherwise } = given;
  const t = useText();
  const due = useDue();
  const now = useNow();
  const { next } = application;
  if (next === null) return <NextLine whose="nobody" what={what} otherwise={otherwise} />;
  return (
    <NextLine
      whose={next.is_you ? "you" : "other"}
      what={what}
      otherwise={otherwise}
      due={
        next.until === null
          ? application.status === "draft"
            ? { date: t("dev.noDate"), left: t("dev.draftStays"), urgent: false }
            : null
          : due(next.until, now)
      }
    />
  );
}
