import { RecordFacts } from "../../../ui/records/RecordFacts.tsx";
import { TwoColumns } from "../../../platform/rec/record/TwoColumns.tsx";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useNow } from "../../../platform/clock.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { useDue } from "../due.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { StateTag } from "../StateTag.tsx";
import { useRecordWords } from "../words.ts";
import { ConfirmReception } from "./ConfirmReception.tsx";
import type { RecImport } from "./import-queries.ts";
import { serialsText, useImportWords } from "./import-words.ts";
import styles from "../../../platform/rec/record/Record.module.css";
import { RejectImport } from "./RejectImport.tsx";
import { Statements } from "./Statements.tsx";

/** One import: who must act next, what was declared, what came, and the decision of platform operators. */
export function ImportPage({ given }: { given: RecImport }) {
  const { text, state } = useImportWords();
  const address = useServiceAddress();
  const { number, device_name, status, actions } = given;
  const confirms = actions.includes("confirm") || actions.includes("confirm_rest");
  return (
    <RecordPage
      path={[{ label: text("Register services"), to: address("imports") }, { label: text("REC Imports") }]}
      title={device_name}
      name={number}
      state={<StateTag state={status} label={state(status)} />}
      meta={number}
      actions={actions.includes("reject") && <RejectImport given={given} />}
    >
      <Next given={given} />
      <TwoColumns
        first={confirms ? "side" : "work"}
        side={
          <>
            {confirms && (
              <>
                <Statements given={given} />
                <ConfirmReception key={given.version} given={given} />
              </>
            )}
            <History given={given} />
          </>
        }
      >
        <Declared given={given} />
        <Received given={given} />
      </TwoColumns>
    </RecordPage>
  );
}

function Next({ given }: { given: RecImport }) {
  const { text, format } = useImportWords();
  const due = useDue();
  const now = useNow();
  const { next, status, quantity, quantity_received, platform_account, second_person } = given;
  if (next !== null) {
    const otherwise =
      platform_account === "" ? text("imp.askAccount") : text("imp.sendTo", { account: platform_account });
    if (second_person?.by_you === true) {
      return (
        <NextLine
          whose="other"
          what={text("imp.anotherConfirms")}
          otherwise={text("imp.waitsForSecond")}
          due={null}
        />
      );
    }
    return (
      <NextLine
        whose={next.is_you ? "you" : "other"}
        what={text(next.is_you ? "imp.youConfirm" : "imp.operatorConfirms")}
        otherwise={next.is_you ? text("imp.twoPersons") : `${otherwise} ${text("imp.after30")}`}
        due={next.until === null ? null : due(next.until, now)}
      />
    );
  }
  const what =
    status === "rejected"
      ? text("imp.wasRejected")
      : text("imp.receivedOf", { r: format.number(quantity_received, 0), q: format.number(quantity, 0) });
  const rest = status === "imported" && quantity_received < quantity;
  return <NextLine whose="nobody" what={what} {...(rest ? { otherwise: text("imp.restLater") } : {})} />;
}

function Declared({ given }: { given: RecImport }) {
  const { text, format, fuel, country, origin, registry } = useImportWords();
  const facts: readonly (readonly [TextKey, string | null])[] = [
    ["imp.company", given.company_name],
    ["imp.origin", origin(given.origin)],
    ["imp.registry", registry(given.registry)],
    ["imp.transaction", given.transaction_number],
    ["imp.series", given.series],
    ["imp.serials", `${given.first}–${given.last}`],
    ["imp.quantity", `${format.number(given.quantity, 0)} MWh`],
    ["imp.device", `${given.device_name} (${given.device_code})`],
    ["imp.fuel", fuel(given.fuel)],
    ["imp.country", country(given.country)],
    ["imp.province", given.province],
    ["imp.location", given.location],
    ["imp.period", `${given.period_from} – ${given.period_to}`],
  ];
  return (
    <Panel title={text("imp.declared")}>
      <RecordFacts facts={facts.map(([label, value]) => [text(label), value])} />
    </Panel>
  );
}

function Received({ given }: { given: RecImport }) {
  const { text } = useImportWords();
  if (given.received.length === 0) return null;
  return (
    <Panel title={text("imp.cameIn")}>
      <ul className={styles.rows}>
        {given.received.map(({ at, serials, rec_id, statement_sha256, restored }) => (
          <li key={at}>
            <div>
              <b>{rec_id.join(", ")}</b>
              <small>
                {text("imp.asThere", { serials: serialsText(serials) })} · {gmt8(at)}
                {restored && ` · ${text("imp.restored")}`}
              </small>
              <small className={styles.hash}>sha256 {statement_sha256}</small>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function History({ given }: { given: RecImport }) {
  const { text } = useImportWords();
  const words = useRecordWords();
  const past = given.timeline.map(({ at, action, role, person, reason }, index) => ({
    key: String(index),
    state: action === "reject" || action === "lapse" ? ("failed" as const) : ("done" as const),
    // Actions of the life cycle each have a text.
    title: text(`imp.did.${action}` as TextKey),
    meta: `${gmt8(at)} · ${person ?? text(`imp.roleOf.${role}`)}`,
    ...(reason === null ? {} : { detail: reason }),
  }));
  const { second_person: asked } = given;
  const first =
    asked === null
      ? []
      : [
          {
            key: "asked",
            state: "done" as const,
            title: text("imp.firstConfirmed"),
            meta: gmt8(asked.asked_at),
          },
        ];
  const to =
    given.next === null
      ? []
      : [
          {
            key: "next",
            state: "next" as const,
            title: text(asked === null ? "imp.operatorConfirms" : "imp.anotherConfirms"),
          },
        ];
  return (
    <Panel title={text("imp.timeline")}>
      <Timeline
        label={text("imp.timeline")}
        words={words.happenings}
        happenings={[...past, ...first, ...to]}
      />
    </Panel>
  );
}
