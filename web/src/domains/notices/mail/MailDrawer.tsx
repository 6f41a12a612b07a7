import { downloadMail, getMail, listMails, resendMail, type Mail } from "@heliograph/contract/notices/mail";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { saveFile } from "../../../platform/save-file.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { mailQuery } from "./mail-queries.ts";
import { MailTag } from "./MailTag.tsx";
import styles from "./Outbox.module.css";

/** One mail: to whom, what became of it, its text, and sending it again. */
export function MailDrawer({ mail_uid, close }: { mail_uid: string; close: () => void }) {
  const { text } = useWords();
  const serverText = useServerText();
  const mail = useQuery(mailQuery(mail_uid));
  const { data } = mail;
  return (
    <Drawer
      onClose={close}
      width={640}
      title={data?.subject ?? text("outbox.mail")}
      footer={data === undefined ? undefined : <Actions of={data} />}
    >
      {data === undefined && !mail.isError && <Skeleton width="100%" height={240} />}
      {data === undefined && mail.isError && (
        <Blank failed small title={text("Something went wrong")} hint={serverText(mail.error.message)} />
      )}
      {data !== undefined && (
        <>
          <Facts of={data} />
          {data.error !== null && <p className={styles.fault}>{data.error}</p>}
          <pre className={styles.text} lang={data.language}>
            {data.text}
          </pre>
          {data.attachments.length > 0 && (
            <p className={styles.facts}>
              {text("outbox.attachments", { names: data.attachments.map(({ name }) => name).join(", ") })}
            </p>
          )}
        </>
      )}
    </Drawer>
  );
}

function Facts({ of }: { of: Mail }) {
  const { text, format } = useWords();
  const time = (at: string) => format.dateTime(Date.parse(at), browserZone());
  return (
    <p className={styles.facts}>
      <MailTag of={of} />
      {[
        text("outbox.to", { to: of.to }),
        time(of.created_at),
        of.attempts > 1 ? text("outbox.attempts", { n: of.attempts }) : null,
        of.next_at === null ? null : text("outbox.next", { time: time(of.next_at) }),
      ]
        .filter((part) => part !== null)
        .join(" · ")}
    </p>
  );
}

function Actions({ of: { mail_uid, state } }: { of: Mail }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [saving, setSaving] = useState(false);
  const again = useCall(resendMail, [listMails, getMail]);
  const resend = async () => {
    try {
      const { message } = await again.mutateAsync({ body: { mail_uid } });
      say.success(serverText(message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  const save = async () => {
    setSaving(true);
    try {
      saveFile(`${mail_uid}.eml`, await download(downloadMail, { query: { mail_uid } }));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <Button loading={saving} onClick={() => void save()}>
        {text("outbox.download")}
      </Button>
      {state !== "queued" && (
        <Button type="primary" loading={again.isPending} onClick={() => void resend()}>
          {text("outbox.resend")}
        </Button>
      )}
    </>
  );
}
