import {
  type CompanyContent,
  type CompanyDocument,
  type CompanyItem,
} from "@heliograph/contract/parties/company-review";
import { useCallback } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import { MISSING } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { CERTIFICATE_REGISTRIES, registryName } from "@heliograph/contract/registry/ledger";
import { useCountries } from "../countries.ts";

const DOCUMENT_NAMES: Readonly<Record<CompanyDocument, TextKey>> = {
  registration: "parties.doc_registration",
  tax: "parties.doc_tax",
  authorisation: "parties.doc_authorisation",
  bank_letter: "parties.doc_bank_letter",
  other: "parties.doc_other",
};

const ITEM_NAMES: Readonly<Record<CompanyItem, TextKey>> = {
  company_name: "parties.companyName",
  english_name: "parties.englishName",
  registration_number: "parties.registrationNumber",
  address: "parties.address",
  country: "parties.country",
  province: "parties.province",
  email: "parties.email",
  contact_number: "parties.contactNumber",
  account_types: "parties.accountType",
  ...DOCUMENT_NAMES,
};

const isDocument = (item: CompanyItem): item is CompanyDocument => Object.hasOwn(DOCUMENT_NAMES, item);

/** Returns the function that names a field or a kind of documents. */
export function useItemName(): (item: CompanyItem) => string {
  const t = useText();
  return useCallback((item) => t(ITEM_NAMES[item]), [t]);
}

/** Returns the function that writes what a company says of an item; "–" where it says nothing. */
export function useItemValue(): (content: CompanyContent, item: CompanyItem) => string {
  const t = useText();
  const { nameOf } = useCountries();
  return (content, item) => {
    if (isDocument(item)) {
      const names = content.documents.filter(({ kind }) => kind === item).map(({ name }) => name);
      return names.join(", ") || MISSING;
    }
    if (item === "account_types") {
      const types = CERTIFICATE_REGISTRIES.flatMap((registry) => {
        const key = TYPE_NAMES[content.account_types[registry] ?? ""];
        return key === undefined ? [] : [`${registryName(registry)}: ${t(key)}`];
      });
      return types.join(" · ") || MISSING;
    }
    return (item === "country" ? nameOf(content.country) : content[item]) || MISSING;
  };
}

const TYPE_NAMES: Readonly<Record<string, TextKey>> = {
  registrant: "parties.type_registrant",
  participant: "parties.type_participant",
  registrant_and_participant: "parties.type_registrant_and_participant",
  general: "parties.type_general",
  project_developer: "parties.type_project_developer",
  end_user: "parties.type_end_user",
  trader: "parties.type_trader",
};
