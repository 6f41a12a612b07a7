import { useText } from "../../../platform/i18n.tsx";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import type { Company } from "./account-queries.ts";

/** Who must act next on a business account, until which day, and why it came back; of an active one that a change was returned, else nothing. */
export function AccountNext({ company }: { company: Company }) {
  const t = useText();
  const { status, next, timeline, number } = company;
  const [last] = timeline.slice(-1);
  const said = last?.reason ?? null;
  if (status === "active") return <AmendmentReturned company={company} />;
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
  if (status === "under_review" || status === "amendment_review") {
    const until = next?.until ?? null;
    const [you, other] =
      status === "under_review"
        ? (["parties.youReview", "parties.nextReview"] as const)
        : (["parties.youReviewChange", "parties.nextReviewChange"] as const);
    return (
      <NextLine
        whose={next?.is_you === true ? "you" : "other"}
        what={t(next?.is_you === true ? you : other)}
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

/** The last change that was asked for was returned, and no other has been asked for since; the account is as it was. */
function AmendmentReturned({ company: { versions, timeline } }: { company: Company }) {
  const t = useText();
  if ((versions.at(-1)?.marks.length ?? 0) === 0) return null;
  const reason = timeline.findLast(({ action }) => action === "return_amendment")?.reason ?? null;
  return (
    <NextLine
      whose="other"
      what={t("parties.amendReturned")}
      {...(reason === null ? {} : { otherwise: t("parties.because", { reason }) })}
    />
  );
}
