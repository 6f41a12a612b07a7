import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { isNotThere } from "../../../../platform/http.ts";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { StateTag } from "../../StateTag.tsx";
import { folderQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import { Applications } from "./Applications.tsx";
import { useDeviceSub } from "./device-view.ts";
import { FolderActions, type FolderAct } from "./FolderActions.tsx";

/** What an open folder holds, each with its own status, and what can be done with all of it. `act` null: whoever looks may not act. */
export function FolderView({ folder_uid, act }: { folder_uid: string; act: FolderAct | null }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const { showFolder } = useDeviceSub();
  const found = useQuery({ ...folderQuery(account, folder_uid), retry: false });
  const folder = found.data;
  const back = () => showFolder(null);
  return (
    <>
      <div className={page.toolbar}>
        <Button icon={<ArrowLeft size={16} aria-hidden />} onClick={back}>
          {text("dev.folders")}
        </Button>
        {folder !== undefined && (
          <>
            <strong>{folder.group_device_name}</strong>
            <StateTag state={folder.status} label={text(`dev.status.${folder.status}`)} />
          </>
        )}
        <Spacer />
        {folder !== undefined && act !== null && <FolderActions folder={folder} act={act} removed={back} />}
      </div>
      {isNotThere(found.error) ? (
        <Blank small title={text("dev.notThere")} hint={text("dev.notThereHint")} />
      ) : (
        <Applications
          of={{ folder_uid }}
          label={text("dev.inFolder", { name: folder?.group_device_name ?? "" })}
          none={text("dev.folderEmpty")}
        />
      )}
    </>
  );
}
