import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import { useQueryClient } from "@tanstack/react-query";
import { useServerText } from "../../platform/i18n.tsx";
import { useGuardRefusal } from "../../platform/rec/guard-refusal.ts";
import { say } from "../../ui/feedback/say.ts";
import { useConfirmation } from "../identity/index.ts";

/**
 * Confirms by `send` what a first person asked for, after a proof of who this one is, and says what came of it; where it is refused, `list` is asked for
 * anew, as somebody may have asked for something else since. `dialog`, which the caller shows, asks for the proof.
 */
export function useAgreement(
  send: (record_uid: string) => Promise<{ readonly message: string }>,
  list: Endpoint,
) {
  const queries = useQueryClient();
  const serverText = useServerText();
  const refused = useGuardRefusal();
  const { confirmed, dialog } = useConfirmation();
  const agree = async (record_uid: string) => {
    try {
      const { message } = await confirmed(() => send(record_uid));
      say.success(serverText(message));
    } catch (error) {
      refused(error);
      await queries.invalidateQueries({ queryKey: [list.name] });
    }
  };
  return { agree, dialog };
}
