// How an application is approved: the checks that are overridden, and what a first of two issuers proposes.
import {
  getDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import { isOverridable } from "@heliograph/contract/registry/devices/device-guards";
import { DEVICE_APPROVALS } from "@heliograph/contract/registry/devices/device-life";
import { listRegisteredDevices } from "@heliograph/contract/registry/devices/registered-devices";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { ProposalPart } from "../../../parties/index.ts";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import { guardRows } from "../guard-rows.ts";

/** Reasons by the code of the check that each overrides. */
export type Reasons = Readonly<Record<string, string>>;

const failedChecks = (application: DeviceApplication, words: DeviceWords) =>
  guardRows(application.draft, application, words).filter(({ state }) => state === "failed");

/** Whether a reason is long enough to be one. */
export const isLong = (reason = "") => Array.from(reason.trim()).length >= DEVICE_LIMITS.reason.min;

/** What the approval that an application needs is, and what comes of it. */
interface Approval {
  /** Of two issuers where it is large or a check is overridden. */
  readonly action: (typeof DEVICE_APPROVALS)[number];
  readonly hint: "dev.approveHint" | "dev.proposeHint";
  /** Why it cannot be given yet; null: it can. */
  readonly reason: string | null;
}

/** The approval of the application, with what the issuer has said so far. */
export function useApproval(
  application: DeviceApplication,
  { owner_named, overrides }: { owner_named: boolean; overrides: Reasons },
): Approval {
  const words = useDeviceWords();
  const { text } = words;
  const action = DEVICE_APPROVALS.findLast((one) => application.actions.includes(one)) ?? "approve";
  const hint = action === "approve" ? "dev.approveHint" : "dev.proposeHint";
  const failed = failedChecks(application, words);
  const hard = failed.filter(({ code }) => !isOverridable(code));
  if (hard.length > 0) {
    return { action, hint, reason: text("dev.mustHold", { codes: hard.map(({ code }) => code).join(", ") }) };
  }
  if (failed.some(({ code }) => !isLong(overrides[code]))) {
    return { action, hint, reason: text("dev.overrideAll", { least: DEVICE_LIMITS.reason.min }) };
  }
  return { action, hint, reason: owner_named ? null : text("dev.tickDeclaration") };
}

/** A reason for each check that does not hold and may be overridden; the others are the applicant's to mend. */
export function Overrides(given: {
  application: DeviceApplication;
  overrides: Reasons;
  change: (overrides: Reasons) => void;
}) {
  const { application, overrides, change } = given;
  const words = useDeviceWords();
  return failedChecks(application, words)
    .filter(({ code }) => isOverridable(code))
    .map(({ code }) => (
      <TextField
        key={code}
        label={words.text("dev.overrideFor", { code })}
        maxLength={DEVICE_LIMITS.reason.max}
        value={overrides[code] ?? ""}
        onChange={(said) => change({ ...overrides, [code]: said })}
      />
    ));
}

/** What a first issuer proposes: each override with its reason, and that the owner's declaration was looked at. */
export function ProposedApproval({
  application,
}: {
  application: DeviceApplication & { second_person: NonNullable<DeviceApplication["second_person"]> };
}) {
  const words = useDeviceWords();
  const { text } = words;
  const { action, payload } = application.second_person;
  const { overrides = {}, owner_named = false } = payload;
  const messages = new Map(failedChecks(application, words).map(({ code, message }) => [code, message]));
  return (
    <ProposalPart
      record={application}
      what={text(action === "approve_overriding" ? "dev.approveOverriding" : "dev.approveLarge")}
      facts={[
        ...Object.entries(overrides).map(
          ([code, reason]) =>
            [text("dev.overridesCheck", { code, message: messages.get(code) ?? "" }), reason] as const,
        ),
        [text("dev.ownerNamed"), text(owner_named ? "Yes" : "No")],
      ]}
      stale={[getDeviceApplication, listDeviceApplications, listRegisteredDevices]}
      done={text("dev.did.approve")}
    />
  );
}
