import { useText } from "../../platform/i18n.tsx";
import type { GuardState } from "../../ui/records/GuardList.tsx";
import type { HappeningState } from "../../ui/records/Timeline.tsx";

/** What `GuardList` and `Timeline` say of their states to those who do not see them. */
export function useRecordWords(): {
  readonly guards: Readonly<Record<GuardState, string>>;
  readonly happenings: Readonly<Record<HappeningState, string>>;
} {
  const t = useText();
  return {
    guards: {
      failed: t("registry.failed"),
      warning: t("registry.warning"),
      passed: t("registry.passed"),
      waiting: t("registry.notKnown"),
    },
    happenings: {
      done: t("registry.happened"),
      failed: t("registry.stopped"),
      next: t("registry.expected"),
    },
  };
}
