import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import type { DraftState } from "./draft/use-device-draft.ts";
import { MemberChoice } from "./MemberChoice.tsx";

/** Which registered devices the group of the draft consists of. */
export function MemberRows({ application, state }: { application: DeviceApplication; state: DraftState }) {
  const { draft, change } = state;
  return (
    <MemberChoice
      chosen={draft.members}
      choose={(members) => change({ draft: { ...draft, members } }, true)}
      known={application.members}
      today={application.facts.today}
    />
  );
}
