import { useActing } from "../../../platform/rec/acting.ts";
import { PagedList } from "../../../platform/rec/lists/PagedList.tsx";
import { StateChips } from "../../../platform/rec/lists/StateChips.tsx";
import { usePagedList } from "../../../platform/rec/lists/use-paged-list.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { isYours } from "../next-column.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useIsOperator } from "../use-may-act.ts";
import { useGecColumns } from "./gec-columns.tsx";
import { GEC_STATES, gecRedemptionsQuery, useGecView } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";

/** The tab GEC Redemption (C64): redemptions of green certificates by state; platform operators record purchases from here. */
export function GecPanel() {
  const { text } = useGecWords();
  const account = useActing();
  const address = useServiceAddress();
  const isOperator = useIsOperator();
  const view = useGecView();
  const { list } = usePagedList({ view, query: (part, size) => gecRedemptionsQuery(account, part, size) });
  return (
    <PagedList
      name="gec"
      label={text("gec.table")}
      list={list}
      search={text("gec.search")}
      columns={useGecColumns()}
      idOf={({ record_uid }) => record_uid}
      waits={isYours}
      filters={
        <StateChips
          label={text("gec.states")}
          all={text("gec.all")}
          states={GEC_STATES}
          nameOf={(state) => text(`gec.status.${state}`)}
          list={list}
        />
      }
      actions={
        isOperator && (
          <LinkButton to={address("redemption", { sub: "gec", record: "new" })}>
            {text("gec.record")}
          </LinkButton>
        )
      }
      empty={<Blank small title={text(view.isNarrowed ? "gec.noMatch" : "gec.none")} />}
    />
  );
}
