import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useActing } from "../../../../platform/rec/acting.ts";
import { pageTexts } from "../../../../platform/words.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { StateTag } from "../../StateTag.tsx";
import { applicationsQuery, DEVICES_PER_PAGE, foldersQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import { useApplicationColumns } from "./application-columns.tsx";
import { useDeviceView } from "./device-view.ts";
import { FolderActions, type FolderAct } from "./FolderActions.tsx";

/** What an open folder holds, each with its own status, and what can be done with all of it. `act` null: whoever looks may not act. */
export function FolderView({ folder_uid, act }: { folder_uid: string; act: FolderAct | null }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const view = useDeviceView();
  const columns = useApplicationColumns();
  const folders = useQuery(foldersQuery(account, ""));
  const folder = folders.data?.items.find((one) => one.folder_uid === folder_uid);
  const children = useChildren(folder_uid, view);
  const { data } = children;
  const name = folder?.group_device_name ?? "";
  return (
    <>
      <div className={page.toolbar}>
        <Button icon={<ArrowLeft size={16} aria-hidden />} onClick={() => view.showFolder(null)}>
          {text("dev.folders")}
        </Button>
        <strong>{name}</strong>
        {folder !== undefined && (
          <StateTag state={folder.status} label={text(`dev.status.${folder.status}`)} />
        )}
        <Spacer />
        {folder !== undefined && act !== null && <FolderActions folder={folder} act={act} />}
      </div>
      <DataTable
        label={text("dev.inFolder", { name })}
        columns={columns}
        rows={data?.items}
        idOf={({ record_uid }) => record_uid}
        sort={view.applicationSort}
        onSort={view.sortBy}
        waits={({ next }) => next?.is_you === true}
        pages={{
          size: DEVICES_PER_PAGE,
          texts: pageTexts(text),
          of: { page: view.page, total: data?.total_items ?? 0, onPage: view.showPage },
        }}
        failed={
          children.isError && data === undefined
            ? {
                title: text("Something went wrong"),
                retry: () => void children.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<Blank small title={text("dev.folderEmpty")} />}
      />
    </>
  );
}

/** The applications in the folder, in the order that the address names. */
function useChildren(
  folder_uid: string,
  view: Pick<ReturnType<typeof useDeviceView>, "page" | "applicationSort">,
) {
  const account = useActing();
  const { page: number, applicationSort: sort } = view;
  return useQuery({
    ...applicationsQuery(account, { folder_uid, search: "", page: number, sort }),
    placeholderData: keepPreviousData,
  });
}
