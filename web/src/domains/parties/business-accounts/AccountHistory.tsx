import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useText } from "../../../platform/i18n.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import type { Company } from "./account-queries.ts";

const DID = [
  "create",
  "submit",
  "return",
  "activate",
  "amend",
  "approve_amendment",
  "return_amendment",
  "suspend",
  "resume",
  "close",
] as const;
/** What stopped the account, or what it asked for. */
const STOPS = ["return", "return_amendment", "suspend"];

/** What happened to a business account, for its people and for platform operators; of the other side the role alone is named. */
export function AccountHistory({ company }: { company: Company }) {
  const t = useText();
  const happenings = company.timeline.map(({ at, action, role, person, reason }, index) => {
    const known = DID.find((one) => one === action);
    return {
      key: String(index),
      state: STOPS.includes(action) ? ("failed" as const) : ("done" as const),
      title: known === undefined ? action : t(`parties.did_${known}`),
      meta: `${gmt8(at)} · ${person ?? t(role === "platform_operator" ? "parties.role_platform_operator" : "parties.byAccount")}`,
      ...(reason === null ? {} : { detail: reason }),
    };
  });
  const words = {
    done: t("registry.happened"),
    failed: t("registry.stopped"),
    next: t("registry.expected"),
  };
  return <Timeline label={t("parties.timeline")} words={words} happenings={happenings} />;
}
