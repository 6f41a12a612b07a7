import {
  COMPANY_DOCUMENTS,
  COMPANY_ITEMS,
  COMPANY_REVIEW_LIMITS,
  type CompanyContent,
  type CompanyItem,
} from "@heliograph/contract/parties/company-review";
import { useText } from "../../../platform/i18n.tsx";
import { markOf, type Marks } from "../../../platform/rec/use-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ReviewList, ReviewRow } from "../../../ui/records/ReviewRow.tsx";
import { useItemName, useItemValue } from "./company-words.ts";
import { useSaveCompanyDocument } from "./CompanyDocuments.tsx";

/** All that the company says of itself, item by item; with `marks` each can be marked. */
export function CompanyItems(given: { content: CompanyContent; marks: Marks<CompanyItem> | null }) {
  const { content, marks } = given;
  const t = useText();
  // What a company need not have and has not is nothing to decide on.
  const isShown = (item: CompanyItem) =>
    item === "registration" ||
    COMPANY_DOCUMENTS.every((kind) => kind !== item) ||
    content.documents.some(({ kind }) => kind === item);
  return (
    <Panel flush title={t("Company Information")}>
      <ReviewList label={t("Company Information")}>
        {COMPANY_ITEMS.filter(isShown).map((item) => (
          <Item key={item} {...{ content, item, marks }} />
        ))}
      </ReviewList>
    </Panel>
  );
}

function Item(given: { content: CompanyContent; item: CompanyItem; marks: Marks<CompanyItem> | null }) {
  const { content, item, marks } = given;
  const t = useText();
  const nameOf = useItemName();
  const valueOf = useItemValue();
  const save = useSaveCompanyDocument();
  const name = nameOf(item);
  const files = content.documents.filter(({ kind }) => kind === item);
  const mark =
    marks === null
      ? null
      : markOf(marks, item, {
          label: t("parties.markItem", { item: name }),
          mark: t("parties.mark"),
          marked: t("parties.marked"),
          reasonLabel: t("parties.markReason", { item: name }),
          reasonMax: COMPANY_REVIEW_LIMITS.reason,
        });
  return (
    <ReviewRow item={item} name={name} mark={mark}>
      {files.length === 0
        ? valueOf(content, item)
        : files.map((file) => (
            <Button key={file.document_uid} type="text" size="small" onClick={() => save(file)}>
              {file.name}
            </Button>
          ))}
    </ReviewRow>
  );
}
