import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { paths, patterns } from "../../../app/paths.ts";
import { useActing, useRecAddress } from "../../../platform/rec/acting.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { SerialsList } from "../Serials.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { rangeText } from "../inventory/inventory-view.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useRecordWords } from "../words.ts";
import { useEvidencePack } from "./IssuanceActions.tsx";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Issuance.module.css";

/** What is minted, as a sum: carried in + counted − minted = carried out, with the serial numbers. */
export function Minted({ request }: { request: IssuanceRecord }) {
  const words = useIssuanceWords();
  const { text, format } = words;
  const account = useActing();
  const address = useRecAddress();
  const { balance, serials, status } = request;
  const isDone = status === "approved";
  return (
    <Panel
      title={text(isDone ? "iss.mintedDone" : "iss.minted")}
      extra={status === "draft" ? text("iss.asDraft") : undefined}
    >
      <p className={styles.quantity}>
        <b>{format.number(balance.quantity, 0)}</b> {text("iss.certificates")}
      </p>
      {serials.length > 0 && (
        <SerialsList
          label={text("iss.serials")}
          ranges={serials.map(({ code, first, last }) => ({ code, first, until: last + 1 }))}
          // Whoever acts for an account finds the range in its inventory once there is one.
          to={
            isDone && account !== undefined
              ? (range) =>
                  address(patterns.recCertificates, { tab: request.registry, range: rangeText(range) })
              : undefined
          }
        />
      )}
      <Sum balance={balance} words={words} />
      {!isDone && <p className={styles.more}>{moreText(balance, words)}</p>}
    </Panel>
  );
}

function Sum({ balance, words }: { balance: IssuanceRecord["balance"]; words: IssuanceWords }) {
  const { text, mwh } = words;
  const { carry_wh, debt_wh, counted_wh, balance_wh, quantity, carry_out_wh } = balance;
  return (
    <dl className={styles.sum}>
      <div>
        <dt>{text("iss.carriedIn")}</dt>
        <dd>{mwh(carry_wh)}</dd>
      </div>
      {debt_wh > 0 && (
        <div>
          <dt>{text("iss.debt")}</dt>
          <dd>− {mwh(debt_wh)}</dd>
        </div>
      )}
      <div>
        <dt>{text("iss.countedIn")}</dt>
        <dd>+ {mwh(counted_wh)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{text("iss.balance")}</dt>
        <dd>{mwh(balance_wh)} MWh</dd>
      </div>
      <div>
        <dt>{text("iss.mintedSum")}</dt>
        <dd>− {mwh(quantity * 1_000_000)}</dd>
      </div>
      <div>
        <dt>{text("iss.carriedOut")}</dt>
        <dd>{mwh(carry_out_wh)}</dd>
      </div>
    </dl>
  );
}

function moreText(
  { balance_wh, carry_out_wh }: IssuanceRecord["balance"],
  { text, mwh }: IssuanceWords,
): string {
  if (balance_wh < 0) return text("iss.debtFirst", { mwh: mwh(-balance_wh) });
  return text("iss.more", { mwh: mwh(1_000_000 - carry_out_wh) });
}

/** What the figures rest on: the frozen statement, the meters, and the readings for whoever may see them. */
export function StatementProof({ request }: { request: IssuanceRecord }) {
  const { text } = useIssuanceWords();
  const address = useServiceAddress();
  const { statement, meters, project_uid, from_day, corrects, reviewer } = request;
  return (
    <Panel title={text("iss.proof")}>
      <dl className={styles.sum}>
        {statement !== null && (
          <div>
            <dt>
              {text("iss.statementHash")}, {text("iss.version", { n: statement.version })}
            </dt>
            <dd className={shared.hash} title={statement.hash}>
              sha256 {statement.hash.slice(0, 4)}…{statement.hash.slice(-4)}
            </dd>
          </div>
        )}
        <Pack request={request} />
        {reviewer !== null && (
          <div>
            <dt>{text("iss.reviewer")}</dt>
            <dd>{reviewer}</dd>
          </div>
        )}
        {meters.map(({ unit_uid, maker, serial, parts }) => (
          <div key={unit_uid}>
            <dt>
              {text("iss.meters")}, {parts.map((part) => text(`iss.part.${part}`)).join(", ")}
            </dt>
            <dd>{`${maker} · ${serial}`}</dd>
          </div>
        ))}
        {corrects !== null && (
          <div>
            <dt>{text("iss.corrects")}</dt>
            <dd>
              <RecordLink to={address("issuance", { record: corrects.record_uid })}>
                {corrects.number}
              </RecordLink>
            </dd>
          </div>
        )}
        {project_uid !== null && (
          <div>
            <dt>{text("iss.readings")}</dt>
            <dd>
              <RecordLink to={`${paths.project(project_uid)}?day=${from_day}`}>
                {text("iss.powerChart")}
              </RecordLink>
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

/** The evidence as a text and the hash of it, once it was submitted. */
function Pack({ request }: { request: IssuanceRecord }) {
  const { text } = useIssuanceWords();
  const savePack = useEvidencePack(request);
  const { pack_sha256 } = request;
  return (
    <div>
      <dt>{text("iss.pack")}</dt>
      <dd className={shared.hash} {...(pack_sha256 === null ? {} : { title: pack_sha256 })}>
        {pack_sha256 !== null && `sha256 ${pack_sha256.slice(0, 4)}…${pack_sha256.slice(-4)} `}
        <Button size="small" type="text" onClick={() => savePack("json")}>
          {text("iss.packJson")}
        </Button>
      </dd>
    </div>
  );
}

/** What happened to the request, and what is waited for. */
export function IssuanceTimeline({ request }: { request: IssuanceRecord }) {
  const { text } = useIssuanceWords();
  const words = useRecordWords();
  const { timeline, next } = request;
  const past = timeline.map(({ at, action, role, person, reason }, index) => ({
    key: String(index),
    state: action === "reject" ? ("failed" as const) : ("done" as const),
    // Each action of the life cycle has a text.
    title: text(`iss.did.${action}` as TextKey),
    meta: `${gmt8(at)} · ${person ?? text(`iss.role.${role}`)}`,
    ...(reason === null ? {} : { detail: reason }),
  }));
  const to =
    next === null
      ? []
      : [
          {
            key: "next",
            state: "next" as const,
            title: text(next.by === "issuer" ? "iss.next.issuer" : "iss.next.applicant"),
          },
        ];
  return (
    <Panel title={text("iss.timeline")}>
      <Timeline label={text("iss.timeline")} words={words.happenings} happenings={[...past, ...to]} />
    </Panel>
  );
}
