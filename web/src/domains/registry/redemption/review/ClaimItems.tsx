import {
  REDEMPTION_ITEMS,
  REDEMPTION_MARK_MAX,
  type RedemptionItem,
} from "@heliograph/contract/registry/redemption/redemption-review";
import { markOf, type Marks } from "../../../../platform/rec/use-marks.ts";
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
          const mark = markOf(marks, item, {
            label: text("red.markItem", { item: name }),
            mark: text("red.mark"),
            marked: text("red.marked"),
            reasonLabel: text("red.markReason", { item: name }),
            reasonMax: REDEMPTION_MARK_MAX,
          });
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
