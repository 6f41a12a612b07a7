import type { CompanyItem } from "@heliograph/contract/parties/company-review";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { patterns } from "../../../../app/paths.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { addressFor } from "../../../../platform/rec/acting.ts";
import { gmt8, gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { useMarks } from "../../../../platform/rec/use-marks.ts";
import { useTitle } from "../../../../platform/title.ts";
import page from "../../../../ui/layout/Page.module.css";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { Timeline } from "../../../../ui/records/Timeline.tsx";
import { AccountNext } from "../AccountNext.tsx";
import { AnswerPart } from "../AnswerPart.tsx";
import { contentOf, type Company } from "../account-queries.ts";
import styles from "../Profile.module.css";
import { CompanyChanges } from "../../company-review/CompanyChanges.tsx";
import { CompanyItems } from "../../company-review/CompanyItems.tsx";
import { InvitationRows } from "../../roles/InvitationRows.tsx";
import { AccountDecision } from "./AccountDecision.tsx";
import { AccountStateTag } from "./AccountStateTag.tsx";
import { peopleQuery } from "./review-queries.ts";
import { SellingDecision } from "./SellingDecision.tsx";

/** A business account as a platform operator reviews it: what it says of itself, the decision, its people, its selling of GECs, its life. */
export function AccountRecord({ company }: { company: Company }) {
  const t = useText();
  const { company_name, status, number, record_uid } = company;
  useTitle(company_name);
  const marks = useMarks<CompanyItem>();
  const decides = company.actions.includes("return");
  const [before, last] = company.versions.slice(-2);
  return (
    <>
      <header className={page.head}>
        <div className={page.name}>
          <p className={page.crumb}>
            <Link to={addressFor(undefined, patterns.recProfile)}>{t("parties.accounts")}</Link>
          </p>
          <div className={page.title}>
            <h1>{company_name}</h1>
            <AccountStateTag status={status} />
          </div>
          <p className={page.meta}>{number}</p>
        </div>
        <AccountDecision company={company} marks={marks} />
      </header>
      <AccountNext company={company} />
      {decides && before !== undefined && last !== undefined && <CompanyChanges before={before} now={last} />}
      <CompanyItems content={contentOf(company)} marks={decides ? marks : null} />
      <Panel title={t("parties.people")}>
        <Members record_uid={record_uid} />
      </Panel>
      {(status === "active" || status === "suspended") && <SellingDecision record_uid={record_uid} />}
      <Panel title={t("parties.timeline")}>
        <History company={company} />
      </Panel>
    </>
  );
}

function Members({ record_uid }: { record_uid: string }) {
  const t = useText();
  const people = useQuery(peopleQuery(record_uid));
  return (
    <AnswerPart query={people}>
      {(data) => (
        <>
          <ul className={styles.rows} aria-label={t("parties.people")}>
            {data.people.map((one) => (
              <li key={one.account_uid}>
                <span>
                  <b>{one.name}</b>
                  <span>{one.email}</span>
                </span>
                <span>{t(`parties.role_${one.role}`)}</span>
                <span>{t("parties.since", { day: gmt8Day(one.since) })}</span>
              </li>
            ))}
          </ul>
          {data.invitations.length > 0 && (
            <InvitationRows account={undefined} invitations={data.invitations} />
          )}
        </>
      )}
    </AnswerPart>
  );
}

const DID = ["create", "submit", "return", "activate", "amend", "suspend", "resume", "close"] as const;

function History({ company }: { company: Company }) {
  const t = useText();
  const happenings = company.timeline.map(({ at, action, role, person, reason }, index) => {
    const known = DID.find((one) => one === action);
    return {
      key: String(index),
      state: action === "return" || action === "suspend" ? ("failed" as const) : ("done" as const),
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
