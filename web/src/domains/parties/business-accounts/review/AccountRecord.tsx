import type { CompanyItem, CompanyVersion } from "@heliograph/contract/parties/company-review";
import { useQuery } from "@tanstack/react-query";
import { RecordHead } from "../../../../platform/rec/record/RecordPage.tsx";
import { patterns } from "../../../../app/paths.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { addressFor } from "../../../../platform/rec/acting.ts";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { useMarks } from "../../../../platform/rec/use-marks.ts";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { AccountHistory } from "../AccountHistory.tsx";
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
  const marks = useMarks<CompanyItem>();
  const decides = ["return", "return_amendment"].some((action) => company.actions.includes(action));
  const [before, last] = company.versions.slice(-2);
  const asked = status === "amendment_review" ? company.versions.at(-1) : undefined;
  return (
    <>
      <RecordHead
        path={[{ label: t("parties.accounts"), to: addressFor(undefined, patterns.recProfile) }]}
        title={company_name}
        state={<AccountStateTag status={status} />}
        meta={number}
        actions={<AccountDecision company={company} marks={marks} />}
      />
      <AccountNext company={company} />
      {asked === undefined ? (
        decides && before !== undefined && last !== undefined && <CompanyChanges before={before} now={last} />
      ) : (
        <AskedChange company={company} asked={asked} />
      )}
      <CompanyItems content={asked?.content ?? contentOf(company)} marks={decides ? marks : null} />
      <Panel title={t("parties.people")}>
        <Members record_uid={record_uid} />
      </Panel>
      {company.trade_account_id !== null && status !== "closed" && (
        <SellingDecision record_uid={record_uid} />
      )}
      <Panel title={t("parties.timeline")}>
        <AccountHistory company={company} />
      </Panel>
    </>
  );
}

/** A change that an active company asks for, beside what was approved, and what was said of the one before that was returned. */
function AskedChange({ company, asked }: { company: Company; asked: CompanyVersion }) {
  const t = useText();
  const before = company.versions.at(-2);
  const marks = before?.marks ?? [];
  return (
    <CompanyChanges
      title={t("parties.amendAsked")}
      before={{ ...asked, content: contentOf(company), marks }}
      now={asked}
    />
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
