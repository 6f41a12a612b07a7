// Makes a report: the figures of its projects as its account may see them, then the document.
import type { ReportBlock, ReportLanguage } from "@heliograph/contract";
import { buffer } from "node:stream/consumers";
import { asAccount, type Db } from "../../../platform/db.ts";
import { renderDocument, type DocumentParts } from "../../../platform/documents/pdf.ts";
import type { FileStore } from "../../../platform/files.ts";
import { accessToMany } from "../../fleet/index.ts";
import { brandOf, logoOf } from "./brand.sql.ts";
import { reportContent } from "./report-content.ts";
import { reportFigures, type ReportFigures } from "./report-figures.sql.ts";
import { REPORT_TEMPLATE } from "./report-template.ts";

/** What reports are made with: the product's name, where photos lie, and the clock (ms since 1970). */
export interface ReportMaking {
  readonly product: string;
  readonly files: FileStore;
  readonly now: () => number;
}

/** A report as it is asked for. */
export interface WantedReport {
  readonly title: string;
  readonly lang: ReportLanguage;
  readonly blocks: readonly ReportBlock[];
  readonly project_uids: readonly string[];
  readonly from_date: string;
  readonly to_date: string;
}

/** Largest photo that a document holds, bytes; a larger one is named and not shown. */
const PHOTO_BYTES = 4 * 1024 * 1024;

/**
 * The figures of each project, in order, each read in one transaction as the account may see it. Refuses 404 `project.not_found` where
 * it may not see one of them any more. `reached` hears after each project how much of it is done, 0 to 1.
 */
export async function reportFiguresOf(
  db: Db,
  account_id: number,
  wanted: WantedReport,
  { now, reached = () => {} }: { now: () => number; reached?: (share: number) => void },
): Promise<[ReportFigures, ...ReportFigures[]]> {
  const proofs = await accessToMany(db, { account_id }, wanted.project_uids, { to: "look", noun: "project" });
  const range = { from_date: wanted.from_date, to_date: wanted.to_date };
  const found: ReportFigures[] = [];
  for (const access of proofs) {
    const who = { account_id, projects: [access.project_id] };
    const { blocks } = wanted;
    found.push(await asAccount(db, who, (tx) => reportFigures(tx, access, { blocks, range }, now())));
    reached(found.length / proofs.length);
  }
  const [first, ...others] = found;
  if (first === undefined) throw new RangeError("a report has at least one project");
  return [first, ...others];
}

/** What Typst is given of these figures: content, logo and photos of the account. */
export async function documentParts(
  db: Db,
  account_id: number,
  {
    wanted,
    figures,
    making,
  }: {
    wanted: WantedReport;
    figures: readonly [ReportFigures, ...ReportFigures[]];
    making: ReportMaking;
  },
): Promise<DocumentParts> {
  const { account, colour } = await brandOf(db, account_id);
  const pictures = new Map<string, Uint8Array>();
  const names = new Map<string, string>();
  const logo = await logoOf(db, account_id);
  if (logo !== undefined) pictures.set(logo.mime === "image/png" ? "logo.png" : "logo.jpg", logo.bytes);
  const [logoName = null] = pictures.keys();
  for (const { file_uid, size_bytes } of figures.flatMap(({ photos }) => photos)) {
    const content = size_bytes > PHOTO_BYTES ? null : await making.files.content(file_uid);
    if (content === null) continue;
    const bytes = await buffer(content);
    const name = `${file_uid}.${endingOf(bytes)}`;
    pictures.set(name, bytes);
    names.set(file_uid, name);
  }
  const by = { account, colour, logo: logoName, product: making.product };
  const { title, lang, blocks } = wanted;
  const data = reportContent(figures, { title, lang, blocks, by, pictures: names });
  return { template: REPORT_TEMPLATE, data, lang, createdAt: new Date(figures[0].as_of), pictures };
}

/** What a picture is, by its beginning; photos were let in as one of these. */
const endingOf = (bytes: Buffer) => (bytes[0] === 0x89 ? "png" : bytes[0] === 0xff ? "jpg" : "webp");

/** The work on the parts; pictures that nobody can read are left out, with the logo, where the document cannot be made with them. */
export function withReadablePictures<R>(parts: DocumentParts, work: (parts: DocumentParts) => R): R {
  try {
    return work(parts);
  } catch (error) {
    if (parts.pictures === undefined || parts.pictures.size === 0) throw error;
    return work(withoutPictures(parts));
  }
}

function withoutPictures(parts: DocumentParts): DocumentParts {
  const data = JSON.parse(JSON.stringify(parts.data), (key: string, value: unknown) =>
    key === "logo" ? null : isImages(value) ? { ...value, items: [] } : value,
  ) as Record<string, unknown>; // its own keys
  return { ...parts, data, pictures: new Map() };
}

const isImages = (value: unknown): value is { readonly type: "images" } =>
  typeof value === "object" && value !== null && "type" in value && value.type === "images";

/** The PDF and how many pages it has. */
export const renderReport = (parts: DocumentParts): { readonly pdf: Uint8Array; readonly pages: number } =>
  withReadablePictures(parts, renderDocument);
