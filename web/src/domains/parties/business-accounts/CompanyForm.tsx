import {
  ACCOUNT_TYPES,
  getBusinessAccount,
  getSeats,
  saveBusinessAccount,
} from "@heliograph/contract/parties/business-accounts";
import { COMPANY_DOCUMENTS, type CompanyItem } from "@heliograph/contract/parties/company-review";
import type { ReactNode } from "react";
import { useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { EmailField, TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useCountries } from "../countries.ts";
import { useFormRefusal } from "../refusal-lines.ts";
import { useTask } from "../use-task.tsx";
import type { Company } from "./account-queries.ts";
import styles from "./Profile.module.css";
import { CERTIFICATE_REGISTRIES, registryName } from "@heliograph/contract/registry/ledger";

const valuesOf = (company: Company) => ({
  company_name: company.company_name,
  english_name: company.english_name,
  registration_number: company.registration_number,
  address: company.address,
  country: company.country ?? "",
  province: company.province,
  email: company.email,
  contact_number: company.contact_number,
  IREC: company.account_types.IREC ?? "",
  TIGR: company.account_types.TIGR ?? "",
  GEC: company.account_types.GEC ?? "",
});
type Values = ReturnType<typeof valuesOf>;

/** What is sent: of an account that was reviewed, name and registration number are another matter. */
function bodyOf({ version, status }: Company, values: Values) {
  const { IREC, TIGR, GEC, company_name, registration_number, country, ...open } = values;
  return {
    expected_version: version,
    ...open,
    ...(status === "draft" ? { company_name, registration_number } : {}),
    country: country === "" ? null : country,
    account_types: { IREC: IREC || null, TIGR: TIGR || null, GEC: GEC || null },
  };
}

/**
 * The fields of C98, to be changed; `only` those of these items, null: all. `buttonBeside`: what stands beside the button that saves, knowing whether something
 * is unsaved.
 */
export function CompanyForm(given: {
  account: string;
  company: Company;
  close?: () => void;
  only?: readonly CompanyItem[] | null;
  /** What is said above the buttons. */
  above?: ReactNode;
  buttonBeside?: (unsaved: boolean) => ReactNode;
}) {
  const { account, company, close, only = null, above, buttonBeside } = given;
  const shows = (item: CompanyItem) => only?.includes(item) ?? true;
  const t = useText();
  const save = useCall(saveBusinessAccount, [getBusinessAccount, getSeats]);
  const { confirmed, dialog } = useTask();
  const form = useContractForm(saveBusinessAccount, {
    defaults: valuesOf(company),
    toBody: (values) => bodyOf(company, values),
    send: (body) => confirmed(() => save.mutateAsync({ query: { account }, body })),
    onSaved: () => {
      say.success(t("parties.companySaved"));
      close?.();
    },
    onRefused: useFormRefusal(),
  });
  return (
    <>
      <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        {company.status === "draft" && <Named form={form} shows={shows} />}
        <Described form={form} shows={shows} />
        {shows("account_types") && <Types form={form} />}
        {above}
        <div className={styles.actions}>
          {(only === null || only.some(isField)) && (
            <Button submits type={buttonBeside === undefined ? "primary" : "default"} loading={form.busy}>
              {t("parties.save")}
            </Button>
          )}
          {close !== undefined && (
            <Button disabled={form.busy} onClick={close}>
              {t("Cancel")}
            </Button>
          )}
          {buttonBeside?.(form.dirty)}
        </div>
      </form>
      {dialog}
    </>
  );
}

interface Part {
  readonly form: ContractForm<Values>;
  readonly shows: (item: CompanyItem) => boolean;
}

/** Whether an item is one of this form and no document. */
const isField = (item: CompanyItem) => COMPANY_DOCUMENTS.every((kind) => kind !== item);

function Named({ form, shows }: Part) {
  const t = useText();
  return (
    <>
      {shows("company_name") && (
        <TextField {...form.field("company_name")} label={t("parties.companyName")} maxLength={200} />
      )}
      {shows("registration_number") && (
        <TextField
          {...form.field("registration_number")}
          label={t("parties.registrationNumber")}
          maxLength={60}
        />
      )}
    </>
  );
}

function Described({ form, shows }: Part) {
  const t = useText();
  const { options } = useCountries();
  return (
    <>
      {shows("english_name") && (
        <TextField {...form.field("english_name")} label={t("parties.englishName")} maxLength={200} />
      )}
      {shows("address") && (
        <TextField {...form.field("address")} label={t("parties.address")} maxLength={300} />
      )}
      {shows("country") && (
        <Select {...form.field("country")} label={t("parties.country")} options={options} />
      )}
      {shows("province") && (
        <TextField {...form.field("province")} label={t("parties.province")} maxLength={100} />
      )}
      {shows("email") && <EmailField {...form.field("email")} label={t("parties.email")} />}
      {shows("contact_number") && (
        <TextField
          {...form.field("contact_number")}
          label={t("parties.contactNumber")}
          type="tel"
          inputMode="tel"
          maxLength={40}
        />
      )}
    </>
  );
}

/** What kind of participant the account is, a choice for each registry. */
function Types({ form }: Pick<Part, "form">) {
  const t = useText();
  return CERTIFICATE_REGISTRIES.map((registry) => (
    <Select
      key={registry}
      {...form.field(registry)}
      label={t("parties.typeAt", { registry: registryName(registry) })}
      options={[
        { value: "", label: t("parties.noType") },
        ...ACCOUNT_TYPES[registry].map((type) => ({
          value: type as string,
          label: t(`parties.type_${type}`),
        })),
      ]}
    />
  ));
}
