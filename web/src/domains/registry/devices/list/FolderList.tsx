import type { DeviceFolder } from "@heliograph/contract/registry/devices/device-folders";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useActing } from "../../../../platform/rec/acting.ts";
import { ColumnsMenu } from "../../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../../platform/rec/lists/SaveListButton.tsx";
import { useListFailure } from "../../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook } from "../../../../platform/rec/lists/use-table-look.ts";
import { pageTexts } from "../../../../platform/words.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { EnterSearchField } from "../../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../../ui/controls/FilterChips.tsx";
import { cellsOf } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { useMayAct } from "../../use-may-act.ts";
import { DEVICES_PER_PAGE, foldersQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import { FOLDER_STATUSES, useDeviceSub, useFoldersView } from "./device-view.ts";
import { FolderResults, useFolderAction, type FolderAct } from "./FolderActions.tsx";
import { useFolderColumns } from "./folder-columns.tsx";
import { FolderForm } from "./FolderForm.tsx";
import { FolderView } from "./FolderView.tsx";

/** Folders of applications (C86), or what is in the one that the address names, with what can be done with all that one holds at once. */
export function FolderList() {
  const { folder } = useDeviceSub();
  const action = useFolderAction();
  const { results, close } = action;
  const mayAct = useMayAct();
  const act = mayAct ? action.act : null;
  return (
    <>
      {folder === null ? <Folders act={act} /> : <FolderView folder_uid={folder} act={act} />}
      {results !== null && <FolderResults results={results} close={close} />}
    </>
  );
}

/** `act` null: whoever looks may not act. */
function Folders({ act }: { act: FolderAct | null }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const view = useFoldersView();
  const list = useQuery({ ...foldersQuery(account, view), placeholderData: keepPreviousData });
  const failed = useListFailure(list);
  const [adding, setAdding] = useState(false);
  const columns = useFolderColumns(act);
  const look = useTableLook("folders");
  const { data } = list;
  return (
    <>
      <div className={page.toolbar}>
        <Statuses view={view} counts={data?.tab_counts} />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("dev.searchFolders")}
          clearLabel={text("dev.clearSearch")}
          words={view.search}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveFolders view={view} columns={columns} />
        {act !== null && <Button onClick={() => setAdding(true)}>{text("dev.newFolder")}</Button>}
      </div>
      <DataTable<DeviceFolder>
        label={text("dev.type.folder")}
        columns={columns}
        {...look.table}
        rows={data?.items}
        idOf={({ folder_uid }) => folder_uid}
        sort={view.sort}
        onSort={view.sortBy}
        pages={{
          size: DEVICES_PER_PAGE,
          texts: pageTexts(text),
          of: { page: view.page, total: data?.total_items ?? 0, onPage: view.showPage },
        }}
        failed={failed}
        empty={
          view.isNarrowed ? (
            <Blank
              small
              title={text("dev.noFolderMatch")}
              action={<Button onClick={view.showAll}>{text("dev.all")}</Button>}
            />
          ) : (
            <Blank small title={text("dev.noFolders")} />
          )
        }
      />
      {adding && <FolderForm folder={null} close={() => setAdding(false)} />}
    </>
  );
}

type View = ReturnType<typeof useFoldersView>;

function Statuses({ view, counts }: { view: View; counts: Readonly<Record<string, number>> | undefined }) {
  const { text, format } = useDeviceWords();
  const count = (key: string) => (counts === undefined ? null : format.number(counts[key] ?? 0));
  return (
    <FilterChips
      label={text("dev.statuses")}
      all={{ label: text("dev.all"), count: count("all") }}
      chips={FOLDER_STATUSES.map((key) => ({ key, label: text(`dev.status.${key}`), count: count(key) }))}
      chosen={view.tab}
      onChoose={view.showTab}
    />
  );
}

function SaveFolders({ view, columns }: { view: View; columns: ReturnType<typeof useFolderColumns> }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const queries = useQueryClient();
  return (
    <SaveListButton<DeviceFolder>
      title={text("dev.type.folder")}
      pageOf={async (at) => {
        const { items, total_items } = await queries.fetchQuery(
          foldersQuery(account, { ...view, page: at }, FILE_ROWS),
        );
        return { items, total: total_items };
      }}
      tableOf={(rows) => cellsOf(columns, rows)}
    />
  );
}
