import { DEVICE_COUNTRIES } from "@heliograph/contract/registry/devices/fuels";
import { useQuery } from "@tanstack/react-query";
import { useNow } from "../../../../platform/clock.ts";
import { useActing } from "../../../../platform/rec/acting.ts";
import { plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Checkbox } from "../../../../ui/controls/Checkbox.tsx";
import { DateField } from "../../../../ui/controls/dates/DateField.tsx";
import { Segmented } from "../../../../ui/controls/Segmented.tsx";
import { Select } from "../../../../ui/controls/Select.tsx";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { recipientsQuery } from "../redemption-queries.ts";
import { useRedemptionWords } from "../redemption-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import type { ClaimTexts } from "./redeem-claim.ts";

interface ClaimFieldsProps {
  readonly values: ClaimTexts;
  readonly change: (part: Partial<ClaimTexts>) => void;
}

/** For whom certificates are redeemed, chosen from the account's recipients or typed, and what for. */
export function ClaimFields(given: ClaimFieldsProps) {
  return (
    <>
      <ForWhom {...given} />
      <WhatFor {...given} />
    </>
  );
}

const FREE = "";

function ForWhom({ values, change }: ClaimFieldsProps) {
  const { text, country } = useRedemptionWords();
  const countries = [...new Set([...Object.keys(DEVICE_COUNTRIES), values.beneficiary_country])].filter(
    (code) => code !== "",
  );
  return (
    <Panel title={text("red.forWhom")}>
      <div className={shared.fields}>
        <Recipient values={values} change={change} />
        <TextField
          label={text("red.beneficiary")}
          value={values.beneficiary_name}
          onChange={(beneficiary_name) => change({ beneficiary_name })}
          maxLength={200}
        />
        <TextField
          label={text("red.registration")}
          value={values.beneficiary_registration_number}
          onChange={(beneficiary_registration_number) => change({ beneficiary_registration_number })}
          maxLength={60}
        />
        <Select
          label={text("red.consumed")}
          placeholder={text("red.choose")}
          options={countries.map((value) => ({ value, label: country(value) }))}
          value={values.beneficiary_country}
          onChange={(beneficiary_country) => change({ beneficiary_country, acknowledged: [] })}
        />
        <TextField
          label={text("red.address")}
          value={values.beneficiary_address}
          onChange={(beneficiary_address) => change({ beneficiary_address })}
          maxLength={300}
        />
        <Checkbox
          label={text("red.person")}
          checked={values.is_natural_person}
          onChange={(is_natural_person) => change({ is_natural_person })}
        />
      </div>
    </Panel>
  );
}

/** One of the account's recipients, which fills the fields in; nothing where it has none. */
function Recipient({ values, change }: ClaimFieldsProps) {
  const { text } = useRedemptionWords();
  const account = useActing();
  const { data } = useQuery({ ...recipientsQuery(account ?? ""), enabled: account !== undefined });
  const recipients = (data?.items ?? []).filter(({ type }) => type === "redemption_beneficiary");
  if (recipients.length === 0) return null;
  const chosen = recipients.find(({ name }) => name === values.beneficiary_name)?.recipient_uid ?? FREE;
  const take = (uid: string) => {
    const found = recipients.find(({ recipient_uid }) => recipient_uid === uid);
    if (found === undefined) return change({ beneficiary_name: "" });
    change({
      beneficiary_name: found.name,
      beneficiary_registration_number: found.registration_number,
      is_natural_person: found.is_natural_person,
      beneficiary_country: found.country,
      beneficiary_address: [found.address, found.city, found.postal_code]
        .filter((part) => part !== "")
        .join(", ")
        .slice(0, 300),
      acknowledged: [],
    });
  };
  return (
    <Select
      label={text("red.recipient")}
      options={[
        { value: FREE, label: text("red.another") },
        ...recipients.map(({ recipient_uid, name }) => ({ value: recipient_uid, label: name })),
      ]}
      value={chosen}
      onChange={take}
    />
  );
}

function WhatFor({ values, change }: ClaimFieldsProps) {
  const { text } = useRedemptionWords();
  const today = plainGmt8Day(useNow());
  const { redeems_for, period_from, period_to, purpose } = values;
  return (
    <Panel title={text("red.whatFor")}>
      <div className={shared.stack}>
        <Segmented<"own_consumption" | "third_party" | "">
          label={text("red.redeemsFor")}
          value={redeems_for}
          size="large"
          options={(["own_consumption", "third_party"] as const).map((value) => ({
            value,
            label: text(`red.for.${value}`),
          }))}
          onChange={(next) => change({ redeems_for: next })}
        />
        <div className={shared.fields}>
          <DateField
            label={text("red.periodFrom")}
            value={period_from === "" ? null : period_from}
            onChange={(day) => change({ period_from: day ?? "", acknowledged: [] })}
            today={today}
          />
          <DateField
            label={text("red.periodTo")}
            value={period_to === "" ? null : period_to}
            onChange={(day) => change({ period_to: day ?? "", acknowledged: [] })}
            today={today}
          />
          <TextField
            label={text("red.purpose")}
            hint={text("red.purposeHint")}
            value={purpose}
            onChange={(next) => change({ purpose: next })}
            maxLength={300}
          />
        </div>
      </div>
    </Panel>
  );
}
