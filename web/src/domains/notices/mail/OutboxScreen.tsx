import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { listMails, Mail } from "@heliograph/contract/notices/mail";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { NotFound } from "../../../app/shell/UnknownScreen.tsx";
import { useAccount } from "../../identity/index.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { MAILS_PER_PAGE, mailsQuery, mailViewIn, type MailView } from "./mail-queries.ts";
import { MailTag } from "./MailTag.tsx";
import styles from "./Outbox.module.css";

const MailDrawer = lazy(async () => ({ default: (await import("./MailDrawer.tsx")).MailDrawer }));
const STATES = ["queued", "sent", "outbox", "failed"] as const;

/** /outbox: the mails that the portal has written, for platform operators. `mail`: the one that is open. */
export default function OutboxScreen() {
  const { text } = useWords();
  useTitle(text("outbox.title"));
  const account = useAccount().data;
  const { view, open, change } = useOutboxView();
  const isOperator = account?.kind === "platform_operator";
  const mails = useQuery({ ...mailsQuery(view), placeholderData: keepPreviousData, enabled: isOperator });
  const { data } = mails;
  // Nobody else has one.
  if (account !== undefined && !isOperator) return <NotFound />;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{text("outbox.title")}</h1>
          <p className={page.meta}>
            {text(data?.is_sending === false ? "outbox.notSending" : "outbox.hint")}
          </p>
        </div>
      </header>
      <Panel flush>
        <Filters view={view} change={change} />
        <MailTable view={view} change={change} mails={mails} />
      </Panel>
      {open !== null && (
        <Suspense>
          <MailDrawer mail_uid={open} close={() => change({ mail: null })} />
        </Suspense>
      )}
    </div>
  );
}

/** The page of the list, and its states. */
function MailTable(given: {
  view: MailView;
  change: (part: Part) => void;
  mails: UseQueryResult<Answer<typeof listMails>>;
}) {
  const { view, change, mails } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const columns = useMailColumns();
  const { data } = mails;
  const isNarrowed = view.keyword !== "" || view.state !== null;
  const none = isNarrowed ? (
    <Blank
      small
      title={text("outbox.noMatch")}
      action={<Button onClick={() => change({ q: null, state: null })}>{text("outbox.showAll")}</Button>}
    />
  ) : (
    <Blank small title={text("outbox.none")} hint={text("outbox.noneHint")} />
  );
  return (
    <div aria-busy={mails.isPlaceholderData}>
      <DataTable
        label={text("outbox.title")}
        columns={columns}
        rows={data?.items}
        idOf={({ mail_uid }) => mail_uid}
        nameOf={({ subject }) => subject}
        onOpen={({ mail_uid }: Mail) => change({ mail: mail_uid })}
        pages={{
          size: MAILS_PER_PAGE,
          texts: pageTexts(text),
          of: {
            page: view.page,
            total: data?.total_items ?? 0,
            onPage: (next) => change({ page: next === 1 ? null : String(next) }),
          },
        }}
        failed={
          mails.isError && data === undefined
            ? {
                title: text("Something went wrong"),
                hint: serverText(mails.error.message),
                retry: () => void mails.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={none}
      />
    </div>
  );
}

type Part = Partial<Readonly<Record<"q" | "state" | "page" | "mail", string | null>>>;

/** What the address asks for, and how to change it without leaving a step behind. */
function useOutboxView() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => mailViewIn(address), [address]);
  const change = useCallback(
    (part: Part) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          // Whatever is looked for, the pages begin anew.
          if (part.q !== undefined || part.state !== undefined) next.delete("page");
          for (const [name, value] of Object.entries(part)) {
            if (value === null || value === "") next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setAddress],
  );
  return { view, open: address.get("mail"), change };
}

function Filters(given: { view: MailView; change: (part: Part) => void }) {
  const { view, change } = given;
  const { text } = useWords();
  return (
    <div className={page.toolbar}>
      <EnterSearchField
        className={page.words ?? ""}
        label={text("outbox.find")}
        clearLabel={text("outbox.clear")}
        words={view.keyword}
        search={(q) => change({ q })}
      />
      <Select
        className={page.filter}
        label={text("outbox.state")}
        hideLabel
        value={view.state ?? "all"}
        onChange={(state) => change({ state: state === "all" ? null : state })}
        options={[
          { value: "all", label: text("outbox.all") },
          ...STATES.map((value) => ({ value, label: text(`outbox.${value}`) })),
        ]}
      />
    </div>
  );
}

function useMailColumns(): readonly Column<Mail>[] {
  const { text, format } = useWords();
  return useMemo<readonly Column<Mail>[]>(
    () => [
      {
        id: "subject",
        label: text("outbox.subject"),
        rowHead: true,
        value: ({ subject }) => subject,
        cell: ({ subject, to }) => (
          <span className={styles.two}>
            <span>{subject}</span>
            <small>{to}</small>
          </span>
        ),
      },
      {
        id: "state",
        label: text("outbox.state"),
        value: ({ state }) => state,
        cell: (mail) => <MailTag of={mail} />,
      },
      {
        id: "created",
        label: text("outbox.written"),
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => format.dateTime(Date.parse(created_at), browserZone()),
      },
    ],
    [text, format],
  );
}
