import { RecordFacts } from "../../../ui/records/RecordFacts.tsx";
import { TwoColumns } from "../../../platform/rec/record/TwoColumns.tsx";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import type { TextKey } from "../../../app/texts/keys.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { useServiceAddress } from "../services/service-view.ts";
import { StateTag } from "../StateTag.tsx";
import { useRecordWords } from "../words.ts";
import { CallDecision } from "./CallDecision.tsx";
import type { RegistryCall } from "./call-queries.ts";
import { foreignText, useCallWords } from "./call-words.ts";

/** One call to another registry: who must act next, what is asked for, what became of it, and what people record. */
export function CallPage({ given }: { given: RegistryCall }) {
  const { text, state } = useCallWords();
  const address = useServiceAddress();
  const { number, status, origin_name } = given;
  return (
    <RecordPage
      path={[
        { label: text("calls.title"), to: address("redemption", { sub: "calls" }) },
        { label: given.redemption_number, to: address("redemption", { record: given.redemption_uid }) },
      ]}
      title={number}
      state={<StateTag state={status} label={state(status)} />}
      meta={origin_name}
    >
      <Next given={given} />
      <TwoColumns
        side={
          <>
            <CallDecision key={given.version} given={given} />
            <History given={given} />
          </>
        }
      >
        <Asked given={given} />
      </TwoColumns>
    </RecordPage>
  );
}

/** Who must act next on the call. */
function Next({ given }: { given: RegistryCall }) {
  const { text, format } = useCallWords();
  const { status, next, second_person, quantity } = given;
  if (next?.is_you === false && second_person?.by_you === true) {
    return <NextLine whose="other" what={text("calls.waitsForSecond")} />;
  }
  const isYou = next?.is_you === true || given.actions.includes("acknowledge");
  const key =
    (status === "by_hand" || status === "refused") && !isYou
      ? (`calls.next.${status}Other` as const)
      : (`calls.next.${status}` as TextKey);
  const otherwise = status === "refused" ? { otherwise: text("calls.nothingRetired") } : {};
  return (
    <NextLine
      whose={next === null ? "nobody" : isYou ? "you" : "other"}
      what={text(key, { n: format.number(quantity, 0) })}
      {...otherwise}
    />
  );
}

const time = (at: string | null) => (at === null ? null : gmt8(at));

function Asked({ given }: { given: RegistryCall }) {
  const { text, format } = useCallWords();
  const facts: readonly (readonly [TextKey, string | null])[] = [
    ["calls.transaction", given.transaction_number],
    ["calls.reference", given.reference],
    ["calls.quantity", `${format.number(given.quantity, 0)} MWh`],
    ["calls.serials", foreignText(given.serials)],
    ["calls.company", given.company_name],
    ["calls.sentAt", time(given.sent_at)],
    ["calls.askedAt", time(given.asked_at)],
    ["calls.asked", given.asked === 0 ? null : format.number(given.asked, 0)],
    ["calls.nextAt", time(given.next_at)],
    ["calls.heard", given.heard],
    ["calls.refusal", given.refusal],
    ["calls.hash", given.body_sha256],
  ];
  return (
    <Panel title={text("calls.what")}>
      <RecordFacts facts={facts.map(([label, value]) => [text(label), value])} />
    </Panel>
  );
}

const STOPS = ["lose", "decline", "refuse", "close"];

function History({ given }: { given: RegistryCall }) {
  const { text } = useCallWords();
  const words = useRecordWords();
  const happenings = given.timeline.map(({ at, action, role, person, reason }, index) => ({
    key: String(index),
    state: STOPS.includes(action) ? ("failed" as const) : ("done" as const),
    // Each action of the life cycle has a text.
    title: text(`calls.did.${action}` as TextKey),
    meta: `${gmt8(at)} · ${person ?? text(`red.role.${role}`)}`,
    ...(reason === null ? {} : { detail: reason }),
  }));
  return (
    <Panel title={text("calls.timeline")}>
      <Timeline label={text("calls.timeline")} words={words.happenings} happenings={happenings} />
    </Panel>
  );
}
