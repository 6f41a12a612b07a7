import { useState } from "react";
import { useActing } from "../../../../platform/rec/acting.ts";
import { PagedList } from "../../../../platform/rec/lists/PagedList.tsx";
import { StateChips } from "../../../../platform/rec/lists/StateChips.tsx";
import { usePagedList } from "../../../../platform/rec/lists/use-paged-list.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import { useMayAct } from "../../use-may-act.ts";
import { foldersQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import { FOLDER_STATUSES, useDeviceSub, useFoldersView } from "./device-view.ts";
import { FolderResults, useFolderAction, type FolderAct } from "./FolderActions.tsx";
import { useFolderColumns } from "./folder-columns.tsx";
import { FolderForm } from "./FolderForm.tsx";
import { FolderView } from "./FolderView.tsx";
import { NoMatch } from "./NoMatch.tsx";

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
  const { list } = usePagedList({ view, query: (part, size) => foldersQuery(account, part, size) });
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PagedList
        name="folders"
        label={text("dev.type.folder")}
        list={list}
        search={text("dev.searchFolders")}
        columns={useFolderColumns(act)}
        idOf={({ folder_uid }) => folder_uid}
        filters={
          <StateChips
            label={text("dev.statuses")}
            all={text("dev.all")}
            states={FOLDER_STATUSES}
            nameOf={(status) => text(`dev.status.${status}`)}
            list={list}
          />
        }
        actions={act !== null && <Button onClick={() => setAdding(true)}>{text("dev.newFolder")}</Button>}
        empty={
          view.isNarrowed ? (
            <NoMatch title={text("dev.noFolderMatch")} showAll={view.showAll} />
          ) : (
            <Blank small title={text("dev.noFolders")} />
          )
        }
      />
      {adding && <FolderForm folder={null} close={() => setAdding(false)} />}
    </>
  );
}
