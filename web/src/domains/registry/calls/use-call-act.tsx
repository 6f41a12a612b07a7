import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { callLife } from "@heliograph/contract/registry/calls/call-life";
import {
  listRegistryCalls,
  moveRegistryCall,
  readRegistryCall,
} from "@heliograph/contract/registry/calls/calls";
import { readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { listWaiting } from "@heliograph/contract/registry/services";
import type { Call } from "@heliograph/contract/kernel/endpoint";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { Refused, refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { say } from "../../../ui/feedback/say.ts";
import { useConfirmation } from "../../identity/index.ts";
import { type RegistryCall } from "./call-queries.ts";

type Move = Call<typeof moveRegistryCall>["body"];

/**
 * Takes actions on the call; rules that one breaks are kept for whoever shows them, anything else is said over the page. Who has not proved who it is
 * lately is asked to first, by what `confirmation` shows.
 */
export function useCallAct({ record_uid, version }: Pick<RegistryCall, "record_uid" | "version">) {
  const account = useActing();
  const serverText = useServerText();
  const act = useCall(moveRegistryCall, [readRegistryCall, listRegistryCalls, listWaiting, readRedemption]);
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const { confirmed, dialog } = useConfirmation();
  const run = async (action: Move["action"], more: Partial<Move> = {}): Promise<void> => {
    setRefused([]);
    const body = { record_uid, action, expected_version: version, key: crypto.randomUUID(), ...more };
    const send = () => act.mutateAsync({ query: actingAs(account), body });
    const rule: RecordAction = callLife.actions[action];
    try {
      await (rule.confirmed === true ? confirmed(send) : send());
    } catch (error) {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else say.error(serverText(refusalText(error)));
    }
  };
  return { run, refused, busy: act.isPending, confirmation: dialog };
}
