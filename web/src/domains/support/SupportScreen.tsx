import { listTickets, openTicket, TICKET_LIMITS } from "@heliograph/contract/support/tickets";
import { Clock, Mail, Phone, Smartphone } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useCall } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Skeleton } from "../../ui/feedback/states.tsx";
import { TextArea, TextField } from "../../ui/controls/TextField.tsx";
import { mayChange, ProjectPage } from "../fleet/index.ts";
import { say } from "../../ui/feedback/messages.tsx";
import { Faq } from "./Faq.tsx";
import { TicketPanel } from "./TicketPanel.tsx";
import styles from "./SupportScreen.module.css";

/** /support/{id}: how to reach support, and the project's messages to it (M17). */
export default function SupportScreen() {
  return (
    <ProjectPage title="Support">
      {(uid, project) => (
        <div className={styles.page}>
          <div className={styles.column}>
            <Contacts />
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

function Contacts() {
  const t = useText();
  const { hotline, support_email, support_hours, app_store_url, google_play_url } = useAppConfig();
  return (
    <Panel title={t("support.contacts")}>
      <div className={styles.contacts}>
        {hotline === null && support_email === null && <p>{t("support.noContacts")}</p>}
        {hotline !== null && (
          <a className={styles.hotline} href={`tel:${hotline.replaceAll(/[^+\d]/g, "")}`}>
            <Phone size={22} aria-hidden />
            <span>
              <span>{t("support.hotline")}</span>
              <b className="num">{hotline}</b>
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
              <span className="vh">{t("support.hours")}: </span>
              {support_hours}
            </span>
          </p>
        )}
        {(app_store_url !== null || google_play_url !== null) && (
          <p>
            <Smartphone size={17} aria-hidden />
            <span className="vh">{t("support.app")}: </span>
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

/** Of the form with nothing in it, px. */
const FORM_HEIGHT = 282;

const NOTHING = { subject: "", body: "" };

/** The room of the form until it is known whether this account may write: what stands below it does not jump. */
function FormWaiting() {
  const t = useText();
  return (
    <Panel title={t("support.write")}>
      <Skeleton width="100%" height={FORM_HEIGHT} />
    </Panel>
  );
}

/** What is written, what is wrong with it once it was sent, and the way to send it. */
function useMessage(uid: string) {
  const t = useText();
  const said = useSaid();
  const [fields, setFields] = useState(NOTHING);
  const [tried, setTried] = useState(false);
  const sending = useCall(openTicket, [listTickets]);
  const missing = (name: keyof typeof fields) => fields[name].trim() === "";
  const send = async () => {
    try {
      await sending.mutateAsync({ body: { project_uid: uid, ...fields } });
      setFields(NOTHING);
      setTried(false);
      say.success(t("support.sent"));
    } catch (error) {
      say.error(said(error instanceof Refused ? error.message : "Something went wrong"));
    }
  };
  return {
    fields,
    write: (part: Partial<typeof fields>) => setFields({ ...fields, ...part }),
    faults: {
      subject: tried && missing("subject") ? t("support.subjectMissing") : undefined,
      body: tried && missing("body") ? t("support.messageMissing") : undefined,
    },
    busy: sending.isPending,
    /** The field that is missing, in the place of sending. */
    submit: (): keyof typeof fields | null => {
      setTried(true);
      if (missing("subject")) return "subject";
      if (missing("body")) return "body";
      void send();
      return null;
    },
  };
}

function MessageForm({ uid }: { uid: string }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const { fields, write, faults, busy, submit } = useMessage(uid);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const missing = submit();
    if (missing !== null) form.current?.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
  };
  return (
    <Panel title={t("support.write")}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TextField
          name="subject"
          label={t("support.subject")}
          value={fields.subject}
          maxLength={TICKET_LIMITS.subject}
          fault={faults.subject}
          disabled={busy}
          onChange={(subject) => write({ subject })}
        />
        <TextArea
          name="body"
          label={t("support.message")}
          value={fields.body}
          maxLength={TICKET_LIMITS.body}
          fault={faults.body}
          disabled={busy}
          rows={4}
          onChange={(body) => write({ body })}
        />
        <Button type="primary" submits loading={busy}>
          {t("ticket.send")}
        </Button>
      </form>
    </Panel>
  );
}
