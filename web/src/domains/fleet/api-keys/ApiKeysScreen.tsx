import { revokeApiKey, listApiKeys, type ApiKey } from "@heliograph/contract/fleet/api-keys";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useFormat } from "../../../platform/format.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { keysQuery } from "./key-queries.ts";
import { NewKey } from "./NewKey.tsx";
import styles from "./ApiKeys.module.css";

const Confirm = lazy(async () => ({
  default: (await import("../../../ui/controls/windows/Confirm.tsx")).Confirm,
}));

/** /api-keys: what the account's own programs call with. */
export default function ApiKeysScreen() {
  const t = useText();
  useTitle(t("keys.title"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{t("keys.title")}</h1>
          <p className={page.meta}>{t("keys.hint")}</p>
        </div>
        <div className={page.links}>
          <a href="/api/docs" target="_blank" rel="noreferrer">
            {t("keys.docs")}
          </a>
          <Link to={paths.ownAudit()}>{t("keys.log")}</Link>
        </div>
      </header>
      <NewKey />
      <Keys />
    </div>
  );
}

function Keys() {
  const t = useText();
  const serverText = useServerText();
  const keys = useQuery(keysQuery());
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const columns = useColumns(setEnding);
  return (
    <Panel title={t("keys.list")} flush>
      <DataTable
        label={t("keys.list")}
        columns={columns}
        rows={keys.data?.items}
        idOf={({ api_key_uid }) => api_key_uid}
        failed={
          keys.isError
            ? {
                title: t("Something went wrong"),
                hint: serverText(keys.error.message),
                retry: () => void keys.refetch(),
                retryLabel: t("Try again"),
              }
            : null
        }
        empty={<Blank small title={t("keys.none")} hint={t("keys.noneHint")} />}
      />
      {ending !== null && <Ending key={ending.api_key_uid} of={ending} close={() => setEnding(null)} />}
    </Panel>
  );
}

function useColumns(end: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  const t = useText();
  return useMemo<readonly Column<ApiKey>[]>(
    () => [
      {
        id: "name",
        label: t("keys.name"),
        rowHead: true,
        value: ({ name }) => name,
        cell: (key) => <Name of={key} />,
      },
      { id: "right", label: t("keys.right"), value: ({ right }) => t(`keys.${right}`) },
      {
        id: "projects",
        label: t("keys.projects"),
        value: ({ projects }) => projects?.map(({ name }) => name).join(", ") ?? t("keys.allProjects"),
        cell: (key) => <Projects of={key} />,
      },
      {
        id: "until",
        label: t("keys.until"),
        value: ({ expires_at }) => expires_at,
        cell: ({ expires_at }) => <Until atMs={Date.parse(expires_at)} />,
      },
      {
        id: "used",
        label: t("keys.used"),
        value: ({ last_used_at }) => last_used_at,
        cell: (key) => <Used of={key} />,
      },
      {
        id: "actions",
        label: t("keys.actions"),
        hideLabel: true,
        value: () => null,
        cell: (key) => <Revoke of={key} press={end} />,
      },
    ],
    [t, end],
  );
}

function Name({ of: { name, shown } }: { of: ApiKey }) {
  return (
    <span className={styles.two}>
      <span>{name}</span>
      <code>{shown}…</code>
    </span>
  );
}

function Projects({ of: { projects } }: { of: ApiKey }) {
  const t = useText();
  if (projects === null) return t("keys.allProjects");
  if (projects.length === 0) return <span className={styles.over}>{t("keys.noProject")}</span>;
  return projects.map(({ name }) => name).join(", ");
}

function Until({ atMs }: { atMs: number }) {
  const t = useText();
  const format = useFormat();
  const over = useNow() >= atMs;
  const time = format.dateTime(atMs, browserZone());
  return <span className={over ? styles.over : undefined}>{over ? t("keys.over", { time }) : time}</span>;
}

function Used({ of: { last_used_at, last_address } }: { of: ApiKey }) {
  const t = useText();
  const format = useFormat();
  if (last_used_at === null) return <span className={styles.never}>{t("keys.never")}</span>;
  return (
    <span className={styles.two}>
      <span>{format.dateTime(Date.parse(last_used_at), browserZone())}</span>
      <small>{last_address}</small>
    </span>
  );
}

function Revoke({ of, press }: { of: ApiKey; press: (key: ApiKey) => void }) {
  const t = useText();
  return (
    <div className={styles.actions}>
      <Button size="small" aria-label={t("keys.revokeWhich", { name: of.name })} onClick={() => press(of)}>
        {t("keys.revoke")}
      </Button>
    </div>
  );
}

/** The question before a key is ended. */
function Ending({ of: { api_key_uid, name }, close }: { of: ApiKey; close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const revoke = useCall(revokeApiKey, [listApiKeys]);
  const run = async () => {
    try {
      const { message } = await revoke.mutateAsync({ query: { api_key_uid } });
      say.success(serverText(message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <Suspense>
      <Confirm
        title={t("keys.revokeTitle", { name })}
        hint={t("keys.revokeHint")}
        yes={t("keys.revoke")}
        no={t("Cancel")}
        danger
        run={run}
        close={close}
      />
    </Suspense>
  );
}
