import { useText } from "../../../platform/i18n.tsx";
import { useCountries } from "../countries.ts";
import type { Company } from "./account-queries.ts";
import styles from "./Profile.module.css";
import { CERTIFICATE_REGISTRIES, registryName } from "@heliograph/contract/registry/ledger";

/** The fields of C98 as they are. */
export function CompanyFacts({ company }: { company: Company }) {
  const t = useText();
  const { nameOf } = useCountries();
  const types = CERTIFICATE_REGISTRIES.flatMap((registry) => {
    const type = company.account_types[registry];
    return type === null ? [] : [`${registryName(registry)}: ${t(`parties.type_${type}`)}`];
  });
  return (
    <dl className={styles.facts}>
      <Fact label={t("parties.accountType")} value={types.join(" · ")} />
      <Fact label={t("parties.companyName")} value={company.company_name} />
      <Fact label={t("parties.englishName")} value={company.english_name} />
      <Fact label={t("parties.registrationNumber")} value={company.registration_number} />
      <Fact label={t("parties.address")} value={company.address} />
      <Fact label={t("parties.country")} value={nameOf(company.country ?? "")} />
      <Fact label={t("parties.province")} value={company.province} />
      <Fact label={t("parties.email")} value={company.email} />
      <Fact label={t("parties.contactNumber")} value={company.contact_number} />
      <Fact label={t("parties.tradeAccountId")} value={company.trade_account_id ?? ""} />
    </dl>
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
