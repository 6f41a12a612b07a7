import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { commandIssuance } from "@heliograph/contract/registry/issuance/issuance-command";
import { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { CircleCheck, Clock, Send, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { patterns } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import type { PlantCertificatesProps } from "../../../platform/screen-parts/screen-parts.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { useDue } from "../due.ts";
import { MonthBars } from "./MonthBars.tsx";
import { PLACE_KEYS, PLACE_PAINTS } from "./places.ts";
import styles from "./PlantCertificates.module.css";

type Shown = PlantCertificatesProps["shown"];
type OpenRequest = NonNullable<Shown["request"]>;

const WH = 1_000_000;

/** An address of the certificate workspace for the account. */
const inWorkspace = (pattern: string, account: string | null, query: Record<string, string> = {}) =>
  `${pattern}?${new URLSearchParams({ ...query, ...(account === null ? {} : { account }) }).toString()}`;

/** On a plant's overview: what of its generation can be issued now, in one press, and where its certificates are. */
export function PlantCertificates({ shown }: PlantCertificatesProps) {
  const { text } = useWords();
  const { device, account, company_name, vintage, may_register, consents } = shown;
  if (device === null) {
    if (!may_register && consents.length === 0) return null;
    const register = inWorkspace(patterns.recServices, account, { tab: "devices", record: "new" });
    return (
      <Panel title={text("plantCertificates.title")}>
        {may_register && (
          <>
            <p className={styles.none}>{text("plantCertificates.noDevice")}</p>
            <LinkButton to={register} look="plain">
              {text("plantCertificates.register")}
            </LinkButton>
          </>
        )}
        <Consents consents={consents} />
      </Panel>
    );
  }
  const about = text("plantCertificates.about", {
    device: device.code,
    registry: device.registry,
    vintage: String(vintage),
    company: company_name,
  });
  return (
    <Panel
      title={text("plantCertificates.title")}
      extra={
        <LinkButton to={inWorkspace(patterns.recCertificates, account)} look="plain">
          {text("plantCertificates.inventory")}
        </LinkButton>
      }
    >
      <p className={styles.about}>{about}</p>
      <RegisteredState shown={shown} />
      <div className={styles.columns}>
        <IssueNow shown={shown} />
        <MonthBars months={shown.months} issuable={issuableOf(shown.request)} />
        <Places shown={shown} />
      </div>
      <Consents consents={consents} />
    </Panel>
  );
}

/** Consents that are the person's to give or withdraw, each with the way to where that is done. */
function Consents({ consents }: Pick<Shown, "consents">) {
  const { text } = useWords();
  return consents.map(({ record_uid, project, company }) => (
    <p key={record_uid} className={styles.consent}>
      <LinkButton
        to={inWorkspace(patterns.recServices, null, { tab: "devices", record: record_uid, consent: "owner" })}
        look="plain"
        name={text("dev.consentOf", { project, company })}
      >
        {text("plantCertificates.consentTo", { company })}
      </LinkButton>
    </p>
  ));
}

/** Why nothing is issued for the device at present, and who acts next; nothing while it is in force. */
function RegisteredState({ shown: { device, account } }: { shown: Shown }) {
  const { text } = useWords();
  const serverText = useServerText();
  const due = useDue();
  const [now] = useState(() => Date.now());
  if (device === null || device.status === "in_force") return null;
  const { status, next, suspended_because, device_uid } = device;
  return (
    <NextLine
      whose={next?.is_you === true ? "you" : "other"}
      what={text(`plantCertificates.state.${status}`)}
      {...(suspended_because === null ? {} : { otherwise: serverText(suspended_because) })}
      due={next === null || next.until === null ? null : due(next.until, now)}
      way={
        <Link to={inWorkspace(patterns.recDevices, account, { device: device_uid })}>
          {text("plantCertificates.details")}
        </Link>
      }
    />
  );
}

/** What the draft would add to the chart; null where nothing can be sent. */
function issuableOf(request: Shown["request"]): { month: string; mwh: number } | null {
  if (request?.status !== "draft" || request.quantity === 0) return null;
  return { month: request.from_day.slice(0, 7), mwh: request.quantity };
}

function IssueNow({ shown }: { shown: Shown }) {
  const { text, format } = useWords();
  const { request, next_draft, so_far_wh, account } = shown;
  if (request === null) {
    const values = { date: next_draft, mwh: format.number(so_far_wh / WH, 3) };
    return (
      <section className={styles.issue}>
        <h3 className={styles.label}>{text("plantCertificates.canBeIssued")}</h3>
        <p>{text("plantCertificates.nothing", values)}</p>
      </section>
    );
  }
  const values = {
    month: format.month(request.from_day.slice(0, 7)),
    counted: format.number(request.counted_wh / WH, 3),
    carried: format.number(request.carried_wh / WH, 3),
  };
  return (
    <section className={styles.issue}>
      <h3 className={styles.label}>
        {text(request.status === "draft" ? "plantCertificates.canBeIssued" : "plantCertificates.asked")}
      </h3>
      <p className={styles.amount}>
        <b>{format.number(request.quantity, 0)}</b> MWh
      </p>
      <p className={styles.hint}>{text("plantCertificates.sum", values)}</p>
      {request.status === "draft" ? (
        <SendDraft request={request} account={account} />
      ) : (
        <Waiting request={request} account={account} />
      )}
    </section>
  );
}

const openIssuance = (account: string | null, { record_uid }: OpenRequest) =>
  inWorkspace(patterns.recServices, account, { tab: "issuance", record: record_uid });

function SendDraft({ request, account }: { request: OpenRequest; account: string | null }) {
  const { text } = useWords();
  const serverText = useServerText();
  const send = useCall(commandIssuance, [plantCertificates]);
  const [key] = useState(() => crypto.randomUUID());
  const { failed, record_uid, version, quantity, number, weaker_days, days, may_act } = request;
  const details = openIssuance(account, request);
  if (failed.length > 0 || quantity === 0) {
    return (
      <>
        <p className={styles.check} data-tone="warning">
          <TriangleAlert size={16} aria-hidden />{" "}
          {text("plantCertificates.failed", { codes: failed.join(", ") || "ISS-010" })}
        </p>
        <LinkButton to={details}>
          {text("plantCertificates.resolve", { n: Math.max(1, failed.length) })}
        </LinkButton>
      </>
    );
  }
  const press = () => {
    if (account === null) return;
    send.mutate({
      query: { account },
      body: { record_uid, action: "submit", expected_version: version, key },
    });
  };
  return (
    <>
      {may_act && (
        <Button type="primary" icon={<Send size={16} aria-hidden />} loading={send.isPending} onClick={press}>
          {text("plantCertificates.issue", { n: quantity })}
        </Button>
      )}
      {send.isError && (
        <p role="alert" className={styles.alert}>
          {serverText(refusalText(send.error))}
        </p>
      )}
      <p className={styles.hint}>{text("plantCertificates.sends", { number })}</p>
      <p className={styles.check}>
        <CircleCheck size={16} aria-hidden /> {text("plantCertificates.passed")}
        <Link to={details}>{text("plantCertificates.details")}</Link>
      </p>
      {weaker_days > 0 && (
        <p className={styles.check} data-tone="warning">
          <TriangleAlert size={16} aria-hidden /> {text("plantCertificates.weaker", { n: weaker_days, days })}
          <Link to={details}>{text("plantCertificates.days")}</Link>
        </p>
      )}
    </>
  );
}

/** What was sent: who acts next, and the way to take it back. */
function Waiting({ request, account }: { request: OpenRequest; account: string | null }) {
  const { text } = useWords();
  const serverText = useServerText();
  const due = useDue();
  const [now] = useState(() => Date.now());
  const withdraw = useCall(commandIssuance, [plantCertificates]);
  const [key] = useState(() => crypto.randomUUID());
  const { next, number, record_uid, version, status, may_act } = request;
  const isYours = status === "to_resubmit";
  const press = () => {
    if (account === null) return;
    withdraw.mutate({
      query: { account },
      body: { record_uid, action: "withdraw", expected_version: version, key },
    });
  };
  return (
    <>
      <NextLine
        whose={isYours ? "you" : "other"}
        what={text(isYours ? "plantCertificates.yourTurn" : "plantCertificates.issuersTurn", { number })}
        due={next?.until === null || next === null ? null : due(next.until, now)}
      />
      <p className={styles.buttons}>
        <LinkButton to={openIssuance(account, request)} look="plain">
          {text("plantCertificates.details")}
        </LinkButton>
        {may_act && !isYours && (
          <Button loading={withdraw.isPending} onClick={press}>
            {text("plantCertificates.withdraw")}
          </Button>
        )}
      </p>
      {withdraw.isError && (
        <p role="alert" className={styles.alert}>
          {serverText(refusalText(withdraw.error))}
        </p>
      )}
    </>
  );
}

function Places({ shown }: { shown: Answer<typeof plantCertificates> }) {
  const { text, format } = useWords();
  const { places, account, vintage, so_far_wh, next_draft } = shown;
  const sum = places.reduce((all, { mwh }) => all + mwh, 0);
  const inventory = inWorkspace(patterns.recCertificates, account);
  return (
    <section className={styles.places}>
      <h3 className={styles.label}>
        {text("plantCertificates.where", { n: format.number(sum, 0), year: String(vintage) })}
      </h3>
      <ul>
        {places.map(({ place, reference, is_other, mwh }) => (
          <li key={`${place} ${reference}`}>
            <i style={{ background: `var(--${PLACE_PAINTS[place]})` }} aria-hidden />
            <Link to={inventory}>{text(PLACE_KEYS[place])}</Link>
            {reference !== "" && <span className={styles.hint}> · {reference}</span>}
            {is_other && <span className={styles.hint}> · {text("plantCertificates.another")}</span>}
            <b>{format.number(mwh, 0)}</b>
          </li>
        ))}
      </ul>
      <p className={styles.soFar}>
        <Clock size={16} aria-hidden />
        {text("plantCertificates.soFar", { mwh: format.number(so_far_wh / WH, 3), date: next_draft })}
      </p>
    </section>
  );
}
