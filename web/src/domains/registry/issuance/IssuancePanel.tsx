import type { IssuanceListItem } from "@heliograph/contract/registry/issuance/issuance";
import { useActing } from "../../../platform/rec/acting.ts";
import { PagedList } from "../../../platform/rec/lists/PagedList.tsx";
import { StateChips } from "../../../platform/rec/lists/StateChips.tsx";
import { usePagedList } from "../../../platform/rec/lists/use-paged-list.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { useDeviceWords, type DeviceWords } from "../devices/device-words.ts";
import { isYours } from "../next-column.ts";
import { ISSUANCE_OWN_COLUMNS, useIssuanceColumns } from "./issuance-columns.tsx";
import { issuancesQuery } from "./issuance-queries.ts";
import { ISSUANCE_STATES, useIssuanceView } from "./issuance-view.ts";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import { ReadyDrafts } from "./ReadyDrafts.tsx";

/** Rows on a page of the list. */
const ROWS = 10;

/** REC Issuance: requests for certificates by state (C60), and the drafts that pass every check in one line with one press. */
export function IssuancePanel() {
  const words = useIssuanceWords();
  const { text } = words;
  const names = useDeviceWords();
  const account = useActing();
  const view = useIssuanceView();
  const { list, data } = usePagedList({
    view,
    query: (part, size) => issuancesQuery(account, part, size),
    size: ROWS,
  });
  return (
    <PagedList
      name="issuance"
      label={text("iss.table")}
      list={list}
      search={text("iss.search")}
      columns={useIssuanceColumns()}
      hiddenFirst={ISSUANCE_OWN_COLUMNS}
      idOf={({ record_uid }) => record_uid}
      waits={isYours}
      fileName={text("REC Issuance")}
      tableOf={(rows) => fileTable(words, names, rows)}
      filters={
        <StateChips
          label={text("iss.states")}
          all={text("iss.tab.all")}
          states={ISSUANCE_STATES}
          nameOf={(state) => text(`iss.tab.${state}`)}
          list={list}
        />
      }
      empty={
        view.isNarrowed ? (
          <Blank small title={text("iss.noMatch")} hint={text("iss.noMatchHint")} />
        ) : (
          <Blank small title={text("iss.none")} hint={text("iss.noneHint")} />
        )
      }
    >
      {data !== undefined && data.ready.drafts > 0 && <ReadyDrafts ready={data.ready} />}
    </PagedList>
  );
}

/** The file of the list: a column for each field of C87. */
function fileTable(
  { text, status }: IssuanceWords,
  { registry, fuel, country }: DeviceWords,
  rows: readonly IssuanceListItem[],
) {
  const head = [
    text("iss.application"),
    text("iss.registry"),
    text("iss.device"),
    text("iss.fuel"),
    text("iss.country"),
    text("iss.location"),
    text("iss.province"),
    text("iss.from"),
    text("iss.to"),
    text("iss.quantity"),
    text("iss.status"),
  ];
  const lines = rows.map((row) => [
    row.number,
    registry(row.registry),
    row.device.name,
    fuel(row.fuel),
    country(row.country),
    row.location,
    row.province,
    row.from_day,
    row.to_day,
    row.quantity,
    status(row.status),
  ]);
  return { head, lines };
}
