import { getBusinessAccount } from "@heliograph/contract/parties/business-accounts";
import { listAccountPeople } from "@heliograph/contract/parties/roles";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8Day } from "../../../platform/rec/gmt8.ts";
import { AnswerPart } from "./AnswerPart.tsx";
import styles from "./Profile.module.css";

const REGISTRIES = ["IREC", "TIGR", "GEC"] as const;

/** The fields of C98, and the people who act for the account. */
export function CompanyInformation({ account }: { account: string }) {
  const t = useText();
  const company = useQuery(ask(getBusinessAccount, { query: { account } }));
  const people = useQuery(ask(listAccountPeople, { query: { account } }));
  return (
    <>
      <AnswerPart query={company}>
        {(data) => (
          <dl className={styles.facts}>
            <Fact
              label={t("parties.accountType")}
              value={REGISTRIES.flatMap((registry) => {
                const type = data.account_types[registry];
                return type === null
                  ? []
                  : [`${registry === "IREC" ? "I-REC" : registry}: ${t(`parties.type_${type}`)}`];
              }).join(" · ")}
            />
            <Fact label={t("parties.companyName")} value={data.company_name} />
            <Fact label={t("parties.englishName")} value={data.english_name} />
            <Fact label={t("parties.registrationNumber")} value={data.registration_number} />
            <Fact label={t("parties.address")} value={data.address} />
            <Fact label={t("parties.country")} value={data.country ?? ""} />
            <Fact label={t("parties.province")} value={data.province} />
            <Fact label={t("parties.email")} value={data.email} />
            <Fact label={t("parties.contactNumber")} value={data.contact_number} />
            <Fact label={t("parties.tradeAccountId")} value={data.trade_account_id ?? ""} />
          </dl>
        )}
      </AnswerPart>
      <h2>{t("parties.people")}</h2>
      <AnswerPart query={people}>
        {(data) => (
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
        )}
      </AnswerPart>
    </>
  );
}

/** A field and its value; "Updating" where it is empty. */
function Fact({ label, value }: { label: string; value: string }) {
  const t = useText();
  return (
    <div>
      <dt>{label}</dt>
      <dd data-empty={value === "" || undefined}>{value === "" ? t("Updating") : value}</dd>
    </div>
  );
}
