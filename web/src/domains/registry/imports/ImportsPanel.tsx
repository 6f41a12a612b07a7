import { useActing } from "../../../platform/rec/acting.ts";
import { PagedList } from "../../../platform/rec/lists/PagedList.tsx";
import { StateChips } from "../../../platform/rec/lists/StateChips.tsx";
import { usePagedList } from "../../../platform/rec/lists/use-paged-list.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { isYours } from "../next-column.ts";
import { useImportColumns } from "./import-columns.tsx";
import { recImportsQuery } from "./import-queries.ts";
import { IMPORT_STATES, useImportView } from "./import-view.ts";
import { useImportWords } from "./import-words.ts";
import { OriginPositions } from "./OriginPositions.tsx";

/** The tab REC Imports (C61): certificates that come from other registries, by state. */
export function ImportsPanel() {
  const { text } = useImportWords();
  const account = useActing();
  const view = useImportView();
  const { list } = usePagedList({ view, query: (part, size) => recImportsQuery(account, part, size) });
  return (
    <>
      <PagedList
        name="imports"
        label={text("REC Imports")}
        list={list}
        search={text("imp.search")}
        columns={useImportColumns(account === undefined)}
        idOf={({ record_uid }) => record_uid}
        waits={isYours}
        filters={
          <StateChips
            label={text("imp.states")}
            all={text("imp.all")}
            states={IMPORT_STATES}
            nameOf={(state) => text(`imp.status.${state}`)}
            list={list}
          />
        }
        empty={<Blank small title={text(view.isNarrowed ? "imp.noMatch" : "imp.none")} />}
      />
      {account === undefined && <OriginPositions />}
    </>
  );
}
