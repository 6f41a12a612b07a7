import { listTickets, openTicket, TICKET_LIMITS } from "@heliograph/contract/support/tickets";
import { Button, Form, Input } from "antd";
import { Clock, Mail, Phone, Smartphone } from "lucide-react";
import { useCall } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { mayChange, ProjectPage } from "../fleet/index.ts";
import { say } from "../../ui/messages.tsx";
import { Faq } from "./Faq.tsx";
import { TicketPanel } from "./TicketPanel.tsx";
import "./support.css";

/** /support/{id}: how to reach support, and the project's messages to it (M17). */
export default function SupportScreen() {
  return (
    <ProjectPage title="Support">
      {(uid, project) => (
        <div className="support">
          <div className="support-side">
            <Contacts />
            {project === undefined ? <FormWaiting /> : mayChange(project) && <MessageForm uid={uid} />}
          </div>
          <div className="support-side">
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
      <div className="contacts">
        {hotline === null && support_email === null && <p>{t("support.noContacts")}</p>}
        {hotline !== null && (
          <a className="contact-hotline" href={`tel:${hotline.replaceAll(/[^+\d]/g, "")}`}>
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
const FORM_HEIGHT = 300;

interface Fields {
  subject: string;
  body: string;
}

const required = (message: string) => [{ required: true, whitespace: true, message }];

/** The room of the form until it is known whether this account may write: what stands below it does not jump. */
function FormWaiting() {
  const t = useText();
  return (
    <Panel title={t("support.write")}>
      <Skeleton width="100%" height={FORM_HEIGHT} />
    </Panel>
  );
}

function MessageForm({ uid }: { uid: string }) {
  const t = useText();
  const said = useSaid();
  const [form] = Form.useForm<Fields>();
  const sending = useCall(openTicket, [listTickets]);
  const send = async (fields: Fields) => {
    try {
      await sending.mutateAsync({ body: { project_uid: uid, ...fields } });
      form.resetFields();
      say.success(t("support.sent"));
    } catch (error) {
      say.error(said(error instanceof Refused ? error.message : "Something went wrong"));
    }
  };
  return (
    <Panel title={t("support.write")}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={sending.isPending}
        scrollToFirstError
        onFinish={(fields: Fields) => void send(fields)}
      >
        <Form.Item name="subject" label={t("support.subject")} rules={required(t("support.subjectMissing"))}>
          <Input maxLength={TICKET_LIMITS.subject} />
        </Form.Item>
        <Form.Item name="body" label={t("support.message")} rules={required(t("support.messageMissing"))}>
          <Input.TextArea maxLength={TICKET_LIMITS.body} autoSize={{ minRows: 4, maxRows: 14 }} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={sending.isPending}>
          {t("ticket.send")}
        </Button>
      </Form>
    </Panel>
  );
}
