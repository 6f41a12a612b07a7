import type { Call } from "@heliograph/contract/kernel/endpoint";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { redemptionLife } from "@heliograph/contract/registry/redemption/redemption-life";
import {
  listRedemptions,
  moveRedemption,
  readRedemption,
} from "@heliograph/contract/registry/redemption/redemptions";
import { listRedemptionInvoices } from "@heliograph/contract/settlement/payments/payments";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { Refused, refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { say } from "../../../ui/feedback/say.ts";
import { useConfirmation } from "../../identity/index.ts";
import { type Redemption } from "./redemption-queries.ts";

type Move = Call<typeof moveRedemption>["body"];

/**
 * Takes actions on the redemption; rules that one breaks are kept for whoever shows them, anything else is said over the page. Who has not proved who it is
 * lately is asked to first where the action needs it, by what `confirmation` shows.
 */
export function useRedemptionAct({ record_uid, version }: Pick<Redemption, "record_uid" | "version">) {
  const account = useActing();
  const serverText = useServerText();
  const act = useCall(moveRedemption, [readRedemption, listRedemptions, listRedemptionInvoices]);
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const { confirmed, dialog } = useConfirmation();
  /** Resolves to whether it was done. */
  const run = async (action: Move["action"], more: Partial<Move> = {}): Promise<boolean> => {
    setRefused([]);
    const body = { record_uid, action, expected_version: version, key: crypto.randomUUID(), ...more };
    const send = () => act.mutateAsync({ query: actingAs(account), body });
    const rule: RecordAction = redemptionLife.actions[action];
    try {
      await (rule.confirmed === true ? confirmed(send) : send());
      return true;
    } catch (error) {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else say.error(serverText(refusalText(error)));
      return false;
    }
  };
  return { run, refused, busy: act.isPending, confirmation: dialog };
}
