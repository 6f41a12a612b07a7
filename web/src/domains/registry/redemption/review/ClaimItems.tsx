import {
  REDEMPTION_ITEMS,
  REDEMPTION_MARK_MAX,
  type RedemptionItem,
} from "@heliograph/contract/registry/redemption/redemption-review";
import type { Marks } from "../../../../platform/rec/use-marks.ts";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { ReviewList, ReviewRow } from "../../../../ui/records/ReviewRow.tsx";
import type { Redemption } from "../redemption-queries.ts";
import { useRedemptionWords } from "../redemption-words.ts";
import { itemName, itemValue } from "./item-words.ts";

/** For whom and what for, item by item, for those who may return it: each can be marked with what is wrong with it. */
export function ClaimItems({ given, marks }: { given: Redemption; marks: Marks<RedemptionItem> }) {
  const words = useRedemptionWords();
  const { text } = words;
  return (
    <Panel flush title={text("red.claim")}>
      <ReviewList label={text("red.claim")}>
        {REDEMPTION_ITEMS.map((item) => {
          const name = itemName(words, item);
          const reason = marks.reasonOf(item);
          const mark = {
            label: text("red.markItem", { item: name }),
            text: text(reason === undefined ? "red.mark" : "red.marked"),
            reasonLabel: text("red.markReason", { item: name }),
            reasonMax: REDEMPTION_MARK_MAX,
            reason,
            toggle: () => marks.toggle(item),
            explain: (next: string) => marks.explain(item, next),
          };
          return (
            <ReviewRow key={item} item={item} name={name} mark={mark}>
              {itemValue(words, given, item)}
            </ReviewRow>
          );
        })}
      </ReviewList>
    </Panel>
  );
}
