import { useActing } from "../../../platform/rec/acting.ts";
import { PagedList } from "../../../platform/rec/lists/PagedList.tsx";
import { StateChips } from "../../../platform/rec/lists/StateChips.tsx";
import { usePagedList } from "../../../platform/rec/lists/use-paged-list.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { isYours } from "../next-column.ts";
import { fileTable, REDEMPTION_OWN_COLUMNS, useRedemptionColumns } from "./redemption-columns.tsx";
import { redemptionsQuery } from "./redemption-queries.ts";
import { REDEMPTION_STATES, useRedemptionView } from "./redemption-view.ts";
import { useRedemptionWords } from "./redemption-words.ts";

/** The tab I-REC TIGR Redemption (C63): redemptions by state. */
export function RedemptionPanel() {
  const words = useRedemptionWords();
  const { text } = words;
  const account = useActing();
  const view = useRedemptionView();
  const { list } = usePagedList({ view, query: (part, size) => redemptionsQuery(account, part, size) });
  return (
    <PagedList
      name="redemption"
      label={text("red.table")}
      list={list}
      search={text("red.search")}
      columns={useRedemptionColumns(account === undefined)}
      hiddenFirst={REDEMPTION_OWN_COLUMNS}
      idOf={({ record_uid }) => record_uid}
      waits={isYours}
      fileName={text("REC Redemption")}
      tableOf={(rows) => fileTable(words, rows)}
      filters={
        <StateChips
          label={text("red.states")}
          all={text("red.all")}
          states={REDEMPTION_STATES}
          nameOf={(state) => text(`red.tab.${state}`)}
          list={list}
        />
      }
      empty={
        view.isNarrowed ? (
          <Blank small title={text("red.noMatch")} />
        ) : (
          <Blank small title={text("red.none")} hint={text("red.noneHint")} />
        )
      }
    />
  );
}
