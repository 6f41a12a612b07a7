import { useActing } from "../../../platform/rec/acting.ts";
import { PagedList } from "../../../platform/rec/lists/PagedList.tsx";
import { StateChips } from "../../../platform/rec/lists/StateChips.tsx";
import { usePagedList } from "../../../platform/rec/lists/use-paged-list.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { isYours } from "../next-column.ts";
import { useIsOperator } from "../use-may-act.ts";
import { useCallColumns } from "./call-columns.tsx";
import { CALL_STATES, callsQuery, useCallView } from "./call-queries.ts";
import { useCallWords } from "./call-words.ts";
import { Connections } from "./Connections.tsx";

/** Calls to other registries, those that need a person among them; for platform operators the connections below. */
export function CallsPanel() {
  const { text } = useCallWords();
  const account = useActing();
  const view = useCallView();
  const isOperator = useIsOperator();
  const { list } = usePagedList({ view, query: (part, size) => callsQuery(account, part, size) });
  return (
    <>
      <PagedList
        name="calls"
        label={text("calls.title")}
        list={list}
        search={text("calls.search")}
        columns={useCallColumns()}
        idOf={({ record_uid }) => record_uid}
        waits={isYours}
        filters={
          <StateChips
            label={text("calls.states")}
            all={text("calls.all")}
            states={CALL_STATES}
            nameOf={(state) => text(`calls.${state}`)}
            list={list}
          />
        }
        empty={
          <Blank
            small
            title={text(view.isNarrowed ? "calls.noMatch" : "calls.none")}
            hint={text("calls.lead")}
          />
        }
      />
      {isOperator === true && <Connections />}
    </>
  );
}
