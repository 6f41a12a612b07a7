import { listTickets, openTicket, TICKET_LIMITS } from "@heliograph/contract/support/tickets";
import { App, Button, Form, Input } from "antd";
import { Clock, Mail, Phone } from "lucide-react";
import { useCall } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PanelNote } from "../../ui/states.tsx";
import { mayChange, ProjectPage } from "../fleet/index.ts";
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
            {mayChange(project) && <MessageForm uid={uid} />}
          </div>
          <TicketPanel uid={uid} side="member" mayWrite={mayChange(project)} />
        </div>
      )}
    </ProjectPage>
  );
}

function Contacts() {
  const t = useText();
  const { hotline, support_email, support_hours } = useAppConfig();
  if (hotline === null && support_email === null) {
    return (
      <Panel title={t("support.contacts")}>
        <PanelNote text={t("support.noContacts")} />
      </Panel>
    );
  }
  return (
    <Panel title={t("support.contacts")}>
      <div className="contacts">
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
      </div>
    </Panel>
  );
}

interface Fields {
  subject: string;
  body: string;
}

const required = (message: string) => [{ required: true, whitespace: true, message }];

function MessageForm({ uid }: { uid: string }) {
  const t = useText();
  const said = useSaid();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const sending = useCall(openTicket, [listTickets]);
  const send = async (fields: Fields) => {
    try {
      await sending.mutateAsync({ body: { project_uid: uid, ...fields } });
      form.resetFields();
      void message.success(t("support.sent"));
    } catch (error) {
      void message.error(said(error instanceof Refused ? error.message : "Something went wrong"));
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
