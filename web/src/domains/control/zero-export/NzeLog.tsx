import {
  controlNzeLogs,
  type NzeLogEntry,
  type ZeroExportGateway,
} from "@heliograph/contract/control/zero-export";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ask } from "../../../platform/api.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import styles from "./ZeroExport.module.css";

const PAGE = 10;

interface Props {
  readonly gateways: readonly ZeroExportGateway[];
  readonly timezone: string;
  readonly close: () => void;
}

/** What zero export of a gateway was told, newest first, since its log was cleared. */
export function NzeLog({ gateways, timezone, close }: Props) {
  const { text } = useWords();
  const serverText = useServerText();
  const [uid, setUid] = useState(gateways[0]?.gateway_info.uid ?? "");
  const [page, setPage] = useState(1);
  const query = { gateway_uid: uid, page, items_page: PAGE };
  const log = useQuery(ask(controlNzeLogs, { query }));
  const columns = useLogColumns(timezone);
  const choose = (next: string) => {
    setUid(next);
    setPage(1);
  };
  const total = log.data?.total_items ?? 0;
  return (
    <Dialog title={text("nze.logTitle")} onClose={close} width={720}>
      {gateways.length > 1 && (
        <Select
          label={text("nze.gateway")}
          value={uid}
          options={gateways.map(({ gateway_info: { uid: value, serial, alias } }) => ({
            value,
            label: alias ?? serial,
          }))}
          onChange={choose}
        />
      )}
      <DataTable
        label={text("nze.logTitle")}
        columns={columns}
        rows={log.data?.items}
        idOf={({ command_uid }) => command_uid}
        failed={
          log.isError
            ? {
                title: text("Data is not available"),
                hint: serverText(log.error.message),
                retry: () => void log.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<PanelNote text={text("nze.logEmpty")} />}
      />
      {total > PAGE && (
        <div className={styles.pages}>
          <Pagination
            total={total}
            pageSize={PAGE}
            current={page}
            onChange={setPage}
            texts={pageTexts(text)}
          />
        </div>
      )}
    </Dialog>
  );
}

function useLogColumns(timezone: string): readonly Column<NzeLogEntry>[] {
  const { text, format } = useWords();
  return useMemo(
    () => [
      {
        id: "time",
        label: text("nze.time"),
        rowHead: true,
        value: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => format.dateTime(Date.parse(createdAt), timezone),
      },
      { id: "asked", label: text("nze.asked"), value: ({ status }) => text(status ? "nze.on" : "nze.off") },
      { id: "state", label: text("nze.became"), value: ({ state }) => text(`nze.state.${state}`) },
      { id: "by", label: text("nze.by"), value: ({ by, cause }) => by ?? text(`nze.cause.${cause}`) },
    ],
    [text, format, timezone],
  );
}
