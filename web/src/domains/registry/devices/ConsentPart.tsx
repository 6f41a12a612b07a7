import type { Call } from "@heliograph/contract/kernel/endpoint";
import type { SignedLanguage } from "@heliograph/contract/kernel/text";
import {
  getDeviceApplication,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { getDeviceConsent, setDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { patterns } from "../../../app/paths.ts";
import { ask, useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { LANGUAGE_NAMES, useLang, useServerText } from "../../../platform/i18n.tsx";
import { addressFor, useActing } from "../../../platform/rec/acting.ts";
import { TextLanguage } from "../../../platform/rec/TextLanguage.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { useConfirmation } from "../../identity/index.ts";
import { projectsToChooseQuery } from "./device-queries.ts";
import { useDeviceWords } from "./device-words.ts";
import styles from "./Devices.module.css";

/** The consent of the plant's owner: signed here by whoever owns it, and asked of others by an address. */
export function ConsentPart({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const { record_uid, facts } = application;
  const account = useActing();
  const projects = useQuery(projectsToChooseQuery(account));
  const { project_uid } = application.draft.fields;
  const owns = projects.data?.items.some((one) => one.project_uid === project_uid && one.is_owner) === true;
  if (projects.isPending) return <Skeleton width="100%" height={72} />;
  // Of no account: whoever owns the plant opens it.
  const query = { tab: "devices", record: record_uid, consent: "owner" };
  const link = `${location.origin}${addressFor(undefined, patterns.recServices, query)}`;
  return (
    <div className={styles.stack}>
      <h3>{text("dev.consent")}</h3>
      {owns ? (
        <ConsentText record_uid={record_uid} />
      ) : facts.consent ? (
        <p>{text("dev.consentGiven")}</p>
      ) : (
        <>
          <p className={styles.hint}>{text("dev.consentAsk")}</p>
          <p className={styles.link}>{link}</p>
        </>
      )}
    </div>
  );
}

/** What an owner signs, with the button that signs it or takes it back. */
export function ConsentText({ record_uid }: { record_uid: string }) {
  const { text } = useDeviceWords();
  const lang = useLang();
  const [chosen, setChosen] = useState<SignedLanguage>(lang);
  const consent = useQuery({
    ...ask(getDeviceConsent, { query: { record_uid, language: chosen } }),
    retry: false,
    placeholderData: keepPreviousData,
  });
  const [withdrawing, setWithdrawing] = useState(false);
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
          <Button size="small" onClick={() => setWithdrawing(true)}>
            {text("dev.consentWithdraw")}
          </Button>
        </div>
      )}
      {withdrawing && (
        <Confirm
          title={text("dev.consentWithdraw")}
          hint={text("dev.consentWithdrawHint")}
          yes={text("Yes")}
          no={text("No")}
          danger
          run={() => give(false)}
          close={() => setWithdrawing(false)}
        />
      )}
      {confirmation}
    </>
  );
}

/** Gives or takes back the consent; who has not proved who it is lately is asked to first. */
function useConsent(record_uid: string) {
  const serverText = useServerText();
  const change = useCall(setDeviceConsent, [getDeviceConsent, getDeviceApplication]);
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
