// The templates that come with the product: nobody can change them.
import { blocksWith, REPORT_BLOCKS, type ReportTemplate } from "@heliograph/contract";

type ProductTemplate = Pick<ReportTemplate, "template_uid" | "kind" | "blocks">;

/** In the order in which they are listed. Their uids are the same everywhere. */
export const PRODUCT_TEMPLATES: readonly (ProductTemplate & {
  kind: "monthly" | "weekly" | "nze_proof" | "esg";
})[] = [
  {
    template_uid: "7c2f1d1e-0001-4a5e-9d61-2b7a5c0e0001",
    kind: "monthly",
    // Whoever wants photos switches them on: they make a mail heavy.
    blocks: blocksWith(REPORT_BLOCKS.filter((kind) => kind !== "photos")),
  },
  {
    template_uid: "7c2f1d1e-0002-4a5e-9d61-2b7a5c0e0002",
    kind: "weekly",
    blocks: blocksWith([
      "cover",
      "key_figures",
      "production",
      "availability",
      "alarms",
      "comments",
      "events",
    ]),
  },
  {
    template_uid: "7c2f1d1e-0003-4a5e-9d61-2b7a5c0e0003",
    kind: "nze_proof",
    blocks: blocksWith(["cover", "nze", "losses", "events"]),
  },
  {
    template_uid: "7c2f1d1e-0004-4a5e-9d61-2b7a5c0e0004",
    kind: "esg",
    blocks: blocksWith(["cover", "environment", "production", "photos"]),
  },
];
