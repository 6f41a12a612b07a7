import { getDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../../platform/api.ts";
import { useLang, useText } from "../../../../platform/i18n.tsx";
import { useTitle } from "../../../../platform/title.ts";
import { Blank, Skeleton } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { ConsentText } from "./ConsentText.tsx";
import shared from "../../../../platform/rec/record/Record.module.css";

/** Where an owner of a plant, who need not act for the company, consents to a registration. */
export function DeviceConsentPage({ record }: { record: string }) {
  const t = useText();
  useTitle(t("dev.consent"));
  const consent = useQuery({
    ...ask(getDeviceConsent, { query: { record_uid: record, language: useLang() } }),
    retry: false,
  });
  return (
    <div className={page.page} aria-busy={consent.isPending}>
      {consent.isPending && <Skeleton width="100%" height={220} />}
      {consent.isError && <Blank heading={1} title={t("dev.notThere")} hint={t("dev.notThereHint")} />}
      {consent.data !== undefined && (
        <>
          <header className={page.head}>
            <div className={page.name}>
              <h1>{t("dev.consent")}</h1>
              <p className={page.meta}>
                {consent.data.project.name} · {consent.data.company}
              </p>
            </div>
          </header>
          <Panel>
            <div className={shared.stack}>
              <ConsentText record_uid={record} />
            </div>
          </Panel>
        </>
      )}
    </div>
  );
}
