import { useText } from "../../../platform/i18n.tsx";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import type { Company } from "./account-queries.ts";

/** Who must act next on a business account, until which day, and why it came back; nothing of an active one. */
export function AccountNext({ company }: { company: Company }) {
  const t = useText();
  const { status, next, timeline, number } = company;
  const [last] = timeline.slice(-1);
  const said = last?.reason ?? null;
  if (status === "active") return null;
  if (status === "closed") return <NextLine whose="nobody" what={t("parties.nextClosed")} />;
  if (status === "suspended") {
    return (
      <NextLine
        whose="other"
        what={t("parties.nextSuspended")}
        {...(said === null ? {} : { otherwise: t("parties.because", { reason: said }) })}
      />
    );
  }
  if (status === "under_review") {
    const until = next?.until ?? null;
    return (
      <NextLine
        whose={next?.is_you === true ? "you" : "other"}
        what={t(next?.is_you === true ? "parties.youReview" : "parties.nextReview")}
        otherwise={until === null ? number : `${number} · ${t("parties.answerBy", { day: gmt8Day(until) })}`}
      />
    );
  }
  return (
    <NextLine
      whose={next?.is_you === true ? "you" : "other"}
      what={t(said === null ? "parties.nextDraft" : "parties.nextReturned")}
      otherwise={said === null ? t("parties.nextDraftHint") : t("parties.because", { reason: said })}
    />
  );
}
