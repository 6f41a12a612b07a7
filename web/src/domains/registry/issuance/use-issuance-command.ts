import { listIssuances, readIssuance } from "@heliograph/contract/registry/issuance/issuance";
import { commandIssuance } from "@heliograph/contract/registry/issuance/issuance-command";
import type { IssuanceAction } from "@heliograph/contract/registry/issuance/issuance-life";
import type { IssuanceAnswer, IssuanceMark } from "@heliograph/contract/registry/issuance/issuance-review";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../platform/call.ts";
import { useText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { say } from "../../../ui/feedback/say.ts";
import { useGuardRefusal } from "../../../platform/rec/guard-refusal.ts";

/** What a command carries beside its action. */
interface CommandValues {
  readonly reason?: string;
  readonly from_day?: string;
  readonly to_day?: string;
  readonly rest_from_day?: string;
  readonly evidence_uid?: string;
  readonly declared?: { day: string; wh: number | null }[];
  readonly code?: "ISS-013";
  readonly marks?: IssuanceMark[];
  readonly answers?: IssuanceAnswer[];
}

/** The record that a command is about, as it was seen. */
interface Seen {
  readonly record_uid: string;
  readonly version: number;
}

/** Returns the function that does an action of a request; what came of it is said, and its page and list are asked again. `confirmed`: of
 * actions that need a proof of who the person is. */
export function useIssuanceCommand(confirmed: <R>(work: () => Promise<R>) => Promise<R> = (work) => work()) {
  const account = useActing();
  const t = useText();
  const queries = useQueryClient();
  const refused = useGuardRefusal();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ seen, action, values }: { seen: Seen; action: IssuanceAction; values: CommandValues }) =>
      confirmed(() =>
        call(commandIssuance, {
          query: actingAs(account),
          body: {
            record_uid: seen.record_uid,
            action,
            expected_version: seen.version,
            key: crypto.randomUUID(),
            ...values,
          },
        }),
      ),
    onError: refused,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [readIssuance.name] }),
        queries.invalidateQueries({ queryKey: [listIssuances.name] }),
      ]),
  });
  /** Resolves to whether it was done. */
  const run = async (seen: Seen, action: IssuanceAction, values: CommandValues = {}, silent = false) => {
    try {
      const { needs_second_person } = await mutateAsync({ seen, action, values });
      const told = action === "approve_declared" && !needs_second_person ? "approve" : action;
      if (!silent) say.success(t(`iss.done.${told}` as TextKey));
      return true;
    } catch {
      // It was said by onError.
      return false;
    }
  };
  return { run, busy: isPending };
}
