import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import type { IssuanceAnswer, IssuanceItem } from "@heliograph/contract/registry/issuance/issuance-review";
import { useState } from "react";
import { TwoColumns } from "../../../platform/rec/record/TwoColumns.tsx";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import { useNow } from "../../../platform/clock.ts";
import { useMarks } from "../../../platform/rec/use-marks.ts";
import page from "../../../ui/layout/Page.module.css";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { useDue } from "../due.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { StateTag } from "../StateTag.tsx";
import { Documents } from "./Documents.tsx";
import { IssuanceActions } from "./IssuanceActions.tsx";
import { IssuanceChecks } from "./IssuanceChecks.tsx";
import { IssuanceTimeline, StatementProof, Minted } from "./IssuanceSide.tsx";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import { Restated } from "./Restated.tsx";
import { AskFor, AskedItems } from "./Review.tsx";
import { StatementPanel } from "./StatementPanel.tsx";

/** A request: its statement by day, what is minted of it, every check, and what may be done. */
export function IssuancePage({ request }: { request: IssuanceRecord }) {
  const words = useIssuanceWords();
  const { text, status } = words;
  const address = useServiceAddress();
  const marks = useMarks<IssuanceItem>();
  const [given, setGiven] = useState<readonly IssuanceAnswer[]>([]);
  const answers = { all: given, change: setGiven };
  const { device, registry, from_day, to_day, restated, actions } = request;
  return (
    <RecordPage
      path={[{ label: text("Register services"), to: address("issuance") }, { label: text("REC Issuance") }]}
      title={request.number}
      state={<StateTag state={request.status} label={status(request.status)} />}
      meta={
        <>
          <span>
            <b>{device.name}</b> · {device.code}
          </span>
          <span className={page.sep} />
          {registry}
          <span className={page.sep} />
          {from_day} – {to_day}
        </>
      }
      actions={<IssuanceActions request={request} marks={marks} answers={answers} />}
    >
      <Next request={request} words={words} />
      <TwoColumns
        side={
          <>
            <Minted request={request} />
            {request.checks.length > 0 && <IssuanceChecks request={request} />}
            {actions.includes("refer") && <AskFor request={request} marks={marks} />}
            <Documents request={request} />
            <StatementProof request={request} />
            <IssuanceTimeline request={request} />
          </>
        }
      >
        {restated !== null && <Restated restated={restated} />}
        <AskedItems request={request} answers={actions.includes("resubmit") ? answers : null} />
        <StatementPanel request={request} />
      </TwoColumns>
    </RecordPage>
  );
}

function Next({ request, words }: { request: IssuanceRecord; words: IssuanceWords }) {
  const due = useDue();
  const now = useNow();
  const { next } = request;
  if (next === null) return <NextLine whose="nobody" {...ended(request, words)} />;
  return (
    <NextLine
      whose={next.is_you ? "you" : "other"}
      {...waiting(request, words)}
      due={next.until === null ? null : due(next.until, now)}
    />
  );
}

function ended({ status, quantity }: IssuanceRecord, { text }: IssuanceWords) {
  if (status === "approved") return { what: text("iss.next.approved", { n: quantity }) };
  return {
    what: text(status === "rejected" ? "iss.next.rejected" : "iss.next.withdrawn"),
    otherwise: text("iss.other.freed"),
  };
}

function waiting(request: IssuanceRecord, { text }: IssuanceWords) {
  const { status, next, checks, reviewer, suspended_because } = request;
  const n =
    checks.filter(({ outcome }) => outcome === "failed").length + (suspended_because === null ? 0 : 1);
  const isYou = next?.is_you === true;
  if (next?.by === "issuer") {
    const named =
      reviewer !== null && status === "in_progress"
        ? text("iss.next.reviewer", { name: reviewer })
        : text("iss.next.issuer");
    return {
      what: isYou ? text("iss.next.youReview") : named,
      otherwise: text("iss.other.review"),
    };
  }
  const otherwise = n === 0 ? text("iss.other.passed") : text("iss.other.failed", { n, all: checks.length });
  if (!isYou) return { what: text("iss.next.applicant"), otherwise };
  if (status === "to_resubmit") {
    return { what: text("iss.next.youResubmit"), otherwise: text("iss.other.held") };
  }
  return { what: n === 0 ? text("iss.next.youSubmit") : text("iss.next.youResolve", { n }), otherwise };
}
