import { listTickets, openTicket, TICKET_LIMITS } from "@heliograph/contract/support/tickets";
import { Clock, Mail, Phone, Smartphone } from "lucide-react";
import { useCall } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { useContractForm } from "../../platform/form/use-contract-form.ts";
import { refusalText } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Skeleton } from "../../ui/feedback/states.tsx";
import { TextArea, TextField } from "../../ui/controls/TextField.tsx";
import { mayChange, ProjectPage } from "../fleet/index.ts";
import { say } from "../../ui/feedback/say.ts";
import { Faq } from "./Faq.tsx";
import { TicketPanel } from "./TicketPanel.tsx";
import styles from "./SupportScreen.module.css";
import { VisuallyHidden } from "../../ui/layout/VisuallyHidden.tsx";

/** /support/{id}: how to reach support, and the project's messages to it (M17). */
export default function SupportScreen() {
  return (
    <ProjectPage title="Support">
      {(uid, project) => (
        <div className={styles.page}>
          <div className={styles.column}>
            <Contacts mayWrite={mayChange(project)} />
            {project === undefined ? <FormWaiting /> : mayChange(project) && <MessageForm uid={uid} />}
          </div>
          <div className={styles.column}>
            <TicketPanel uid={uid} side="member" mayWrite={mayChange(project)} />
            <Faq type={project?.project_type ?? "pv"} />
          </div>
        </div>
      )}
    </ProjectPage>
  );
}

/** How to reach support; who may not write to it here is not asked to. */
function Contacts({ mayWrite }: { mayWrite: boolean }) {
  const t = useText();
  const { hotline, support_email, support_hours, app_store_url, google_play_url } = useAppConfig();
  return (
    <Panel title={t("support.contacts")}>
      <div className={styles.contacts}>
        {hotline === null && support_email === null && (
          <p>
            {t("support.noContacts")} {mayWrite && t("support.noContactsWrite")}
          </p>
        )}
        {hotline !== null && (
          <a className={styles.hotline} href={`tel:${hotline.replaceAll(/[^+\d]/g, "")}`}>
            <Phone size={22} aria-hidden />
            <span>
              <span>{t("support.hotline")}</span>
              <b>{hotline}</b>
            </span>
          </a>
        )}
        {support_email !== null && (
          <p>
            <Mail size={17} aria-hidden />
            <a href={`mailto:${support_email}`}>{support_email}</a>
          </p>
        )}
        {support_hours !== null && (
          <p>
            <Clock size={17} aria-hidden />
            <span>
              <VisuallyHidden>{t("support.hours")}: </VisuallyHidden>
              {support_hours}
            </span>
          </p>
        )}
        {(app_store_url !== null || google_play_url !== null) && (
          <p>
            <Smartphone size={17} aria-hidden />
            <VisuallyHidden>{t("support.app")}: </VisuallyHidden>
            {app_store_url !== null && (
              <a href={app_store_url} rel="noreferrer">
                App Store
              </a>
            )}
            {google_play_url !== null && (
              <a href={google_play_url} rel="noreferrer">
                Google Play
              </a>
            )}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Of the form with nothing in it and its title, px. */
const FORM_HEIGHT = 316;

const NOTHING = { subject: "", body: "" };

/** The room of the form until it is known whether this account may write: what stands below it does not jump. */
const FormWaiting = () => (
  <Panel>
    <Skeleton width="100%" height={FORM_HEIGHT} />
  </Panel>
);

/** A message to support, which becomes a ticket. */
function MessageForm({ uid }: { uid: string }) {
  const t = useText();
  const serverText = useServerText();
  const sending = useCall(openTicket, [listTickets]);
  const form = useContractForm(openTicket, {
    defaults: NOTHING,
    toBody: (fields) => ({ project_uid: uid, ...fields }),
    send: (body) => sending.mutateAsync({ body }),
    onSaved: () => say.success(t("support.sent")),
    onRefused: (error) => say.error(serverText(refusalText(error))),
    clears: true,
  });
  const field = (name: keyof typeof NOTHING, missing: string) => {
    const { fault, ...own } = form.field(name);
    return { ...own, fault: fault !== undefined && own.value.trim() === "" ? missing : fault };
  };
  return (
    <Panel title={t("support.write")}>
      <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        <TextField
          {...field("subject", t("support.subjectMissing"))}
          label={t("support.subject")}
          maxLength={TICKET_LIMITS.subject}
          disabled={form.busy}
        />
        <TextArea
          {...field("body", t("support.messageMissing"))}
          label={t("support.message")}
          maxLength={TICKET_LIMITS.body}
          disabled={form.busy}
          rows={4}
        />
        <Button type="primary" submits loading={form.busy}>
          {t("ticket.send")}
        </Button>
      </form>
    </Panel>
  );
}
