import {
  listAlarmViews,
  removeAlarmView,
  type AlarmView,
} from "@heliograph/contract/notices/alarm-desk/alarm-views";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Check } from "lucide-react";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { MenuButton } from "../../../ui/controls/windows/MenuButton.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { filtersOf, isSameView, viewOf, type DeskView } from "./desk-view.ts";
import { ManageViews, RenameView, SaveView } from "./ViewDialogs.tsx";

/** A window about saved views that is open. */
type Asking =
  | { readonly what: "save" | "manage" }
  | { readonly what: "rename" | "remove"; readonly view: AlarmView };

/** The views that a person has saved: one is opened, what is shown is saved as another, and they are renamed and removed. */
export function SavedViews({ view, change }: { view: DeskView; change: (part: Partial<DeskView>) => void }) {
  const { text } = useWords();
  const [asking, setAsking] = useState<Asking | null>(null);
  const views = useQuery(ask(listAlarmViews, {})).data?.items ?? [];
  const now = filtersOf(view);
  const shown = views.find(({ filters, projects_gone }) => projects_gone === 0 && isSameView(filters, now));
  const entries = views.map((one) => ({
    key: one.alarm_view_uid,
    label: one.name,
    ...(one === shown ? { icon: <Check size={16} aria-hidden /> } : {}),
    // All of its projects are gone: what is left would be every project.
    disabled: one.projects_gone > 0 && one.filters.project_uids.length === 0,
    run: () => change(viewOf(one.filters)),
  }));
  const manage = () => setAsking({ what: "manage" });
  return (
    <>
      <MenuButton
        look="button"
        icon={<Bookmark size={16} aria-hidden />}
        items={[
          ...entries,
          ...(views.length === 0 ? [] : (["divider"] as const)),
          { key: "save", label: text("desk.saveView"), run: () => setAsking({ what: "save" }) },
          ...(views.length === 0 ? [] : [{ key: "manage", label: text("desk.manageViews"), run: manage }]),
        ]}
      >
        {shown?.name ?? text("desk.savedViews")}
      </MenuButton>
      {asking?.what === "save" && <SaveView filters={now} close={() => setAsking(null)} />}
      {asking?.what === "manage" && (
        <ManageViews
          views={views}
          now={now}
          rename={(one) => setAsking({ what: "rename", view: one })}
          remove={(one) => setAsking({ what: "remove", view: one })}
          close={() => setAsking(null)}
        />
      )}
      {asking?.what === "rename" && <RenameView view={asking.view} close={manage} />}
      {asking?.what === "remove" && <RemoveView view={asking.view} close={() => setAsking(null)} />}
    </>
  );
}

function RemoveView({ view, close }: { view: AlarmView; close: () => void }) {
  const t = useText();
  const { text } = useWords();
  const serverText = useServerText();
  const removing = useCall(removeAlarmView, [listAlarmViews]);
  const run = async () => {
    try {
      const { message } = await removing.mutateAsync({ query: { alarm_view_uid: view.alarm_view_uid } });
      say.success(serverText(message));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <Confirm
      title={text("desk.removeViewAsk", { name: view.name })}
      hint={text("desk.removeViewHint")}
      yes={text("desk.remove")}
      no={t("Cancel")}
      danger
      {...{ run, close }}
    />
  );
}
