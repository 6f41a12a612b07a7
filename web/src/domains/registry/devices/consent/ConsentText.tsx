import type { Call } from "@heliograph/contract/kernel/endpoint";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import type { SignedLanguage } from "@heliograph/contract/kernel/text";
import { getDeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { getDeviceConsent, setDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import {
  getRegisteredDevice,
  listRegisteredDevices,
} from "@heliograph/contract/registry/devices/registered-devices";
import type { OwnedConsent } from "@heliograph/contract/registry/devices/registered-states";
import { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask, useCall } from "../../../../platform/api.ts";
import { refusalText } from "../../../../platform/http.ts";
import { LANGUAGE_NAMES, useLang, useServerText } from "../../../../platform/i18n.tsx";
import { TextLanguage } from "../../../../platform/rec/TextLanguage.tsx";
import { useWords } from "../../../../platform/words.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Confirm } from "../../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../../ui/feedback/say.ts";
import { useConfirmation } from "../../../identity/index.ts";
import styles from "./Consent.module.css";

/** Consents that are the person's to give or withdraw, each under its plant and company. */
export function OwnedConsents({ consents }: { consents: readonly OwnedConsent[] }) {
  const { text } = useWords();
  if (consents.length === 0) return null;
  return (
    <section className={styles.stack}>
      <h3>{text("dev.consent")}</h3>
      {consents.map(({ record_uid, project, company }) => (
        <section
          key={record_uid}
          className={styles.stack}
          aria-label={text("dev.consentOf", { project, company })}
        >
          <ConsentText record_uid={record_uid} />
        </section>
      ))}
    </section>
  );
}

/** What an owner signs, with the button that signs it or takes it back. */
export function ConsentText({ record_uid }: { record_uid: string }) {
  const { text } = useWords();
  const lang = useLang();
  const [chosen, setChosen] = useState<SignedLanguage>(lang);
  const consent = useQuery({
    ...ask(getDeviceConsent, { query: { record_uid, language: chosen } }),
    retry: false,
    placeholderData: keepPreviousData,
  });
  const { set, busy, confirmation } = useConsent(record_uid);
  const { data } = consent;
  if (data === undefined) return null;
  const { statement, language, signed_at, signed_by } = data;
  const give = (consents: boolean) => set({ consents, statement, language });
  return (
    <>
      {signed_at === null && (
        <div>
          <TextLanguage value={chosen} onChange={setChosen} />
        </div>
      )}
      <p className={styles.statement} lang={language} aria-busy={consent.isPlaceholderData}>
        {statement}
      </p>
      {signed_at === null ? (
        <div>
          <Button loading={busy} disabled={consent.isPlaceholderData} onClick={() => void give(true)}>
            {text("dev.consentSign")}
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <p>
            {text("dev.consentSigned", { name: signed_by ?? "", time: gmt8(signed_at) })}
            {` · ${text("registry.signedIn", { language: LANGUAGE_NAMES[language] })}`}
          </p>
          <Withdraw devices={data.devices} run={() => give(false)} />
        </div>
      )}
      {confirmation}
    </>
  );
}

/** Takes the consent back, after a question that names the devices that are suspended by it. */
function Withdraw({ devices, run }: { devices: readonly string[]; run: () => Promise<void> }) {
  const { text } = useWords();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {text("dev.consentWithdraw")}
      </Button>
      {asking && (
        <Confirm
          title={text("dev.consentWithdraw")}
          hint={
            devices.length === 0
              ? text("dev.consentNoDevice")
              : text("dev.consentWithdrawHint", { codes: devices.join(", ") })
          }
          yes={text("Yes")}
          no={text("No")}
          danger
          run={run}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Gives or takes back the consent; who has not proved who it is lately is asked to first. */
function useConsent(record_uid: string) {
  const serverText = useServerText();
  const change = useCall(setDeviceConsent, [
    getDeviceConsent,
    getDeviceApplication,
    getRegisteredDevice,
    listRegisteredDevices,
    plantCertificates,
  ]);
  const { confirmed, dialog } = useConfirmation();
  const set = async (
    given: Pick<Call<typeof setDeviceConsent>["body"], "consents" | "statement" | "language">,
  ) => {
    try {
      await confirmed(() => change.mutateAsync({ body: { record_uid, ...given } }));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return { set, busy: change.isPending, confirmation: dialog };
}
