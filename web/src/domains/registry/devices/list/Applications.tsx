import { DEVICE_TABS } from "@heliograph/contract/registry/devices/device-life";
import type { ReactNode } from "react";
import { useActing } from "../../../../platform/rec/acting.ts";
import { PagedList } from "../../../../platform/rec/lists/PagedList.tsx";
import { StateChips } from "../../../../platform/rec/lists/StateChips.tsx";
import { usePagedList } from "../../../../platform/rec/lists/use-paged-list.ts";
import { Blank } from "../../../../ui/feedback/states.tsx";
import { isYours } from "../../next-column.ts";
import { applicationsQuery, type ApplicationsOf } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import { useSees } from "../use-sees.ts";
import { useApplicationColumns } from "./application-columns.tsx";
import { useApplicationsView } from "./device-view.ts";
import { NoMatch } from "./NoMatch.tsx";

/** Applications of a type or in a folder (C85): by status, searched, put in order and saved as a file. `children`: what else its toolbar holds. */
export function Applications(given: {
  of: ApplicationsOf;
  label: string;
  /** What is said where there are none at all. */
  none: string;
  children?: ReactNode;
}) {
  const { of, label, none, children } = given;
  const { text } = useDeviceWords();
  const account = useActing();
  const view = useApplicationsView();
  const { list } = usePagedList({
    view,
    query: (part, size) => applicationsQuery(account, { ...part, of }, size),
    isSeen: useSees() ?? null,
  });
  return (
    <PagedList
      name="device-applications"
      label={label}
      list={list}
      search={text("dev.search")}
      columns={useApplicationColumns(of.type === "grouped")}
      idOf={({ record_uid }) => record_uid}
      waits={isYours}
      filters={
        <StateChips
          label={text("dev.statuses")}
          all={text("dev.all")}
          // Of others a draft is not seen.
          states={DEVICE_TABS.filter((key) => key !== "draft" || account !== undefined)}
          nameOf={(status) => text(`dev.status.${status}`)}
          list={list}
        />
      }
      actions={children}
      empty={
        view.isNarrowed ? (
          <NoMatch title={text("dev.noMatch")} showAll={view.showAll} />
        ) : (
          <Blank small title={none} />
        )
      }
    />
  );
}
