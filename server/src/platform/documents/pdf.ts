// Documents as PDF by Typst: a template of ours and data as JSON in, PDF/A-3a out, or their pages as SVG. What people wrote comes in as
// data only and is never read as Typst. Synchronous and heavy: only processes with the role worker make documents.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler, type NodeError, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import { z } from "zod";

/** Families that every template sets, in this order: the second has what the first lacks. */
const DOCUMENT_FONTS = ["Noto Sans", "Noto Sans SC"] as const;
const FACES = [
  "noto-sans/400Regular",
  "noto-sans/700Bold",
  "noto-sans-sc/400Regular",
  "noto-sans-sc/700Bold",
];

/** What a document is made of. */
export interface DocumentParts {
  /** Typst; reads its data by `json(bytes(sys.inputs.d))`. */
  readonly template: string;
  /** What can be written as JSON. `lang` and `fonts` are added. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly lang: "en" | "vi" | "zh";
  /** Stands in the file as its date, so that the same document has the same bytes. */
  readonly createdAt: Date;
  /** Pictures by the names under which the template finds them: "photo-1.jpg". */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
}

const mark = z.object({
  /** What the template calls the place. */
  name: z.string(),
  edge: z.enum(["top", "bottom"]),
  page: z.int(),
  /** From the top of the page, pt. */
  y: z.number(),
});
/** A place that the template marked by metadata with the label <mark>. */
export type DocumentMark = z.output<typeof mark>;

interface Kit {
  readonly compiler: NodeCompiler;
  /** Folder without files, in which pictures stand as long as a document is made. */
  readonly workspace: string;
}
let kit: Kit | undefined;

/**
 * Returns the bytes of the PDF (PDF/A-3a, tagged). Throws an Error with Typst's own words when the template and the data do not
 * fit each other, which is a fault of ours, or when a picture is none.
 */
export const renderPdf = (parts: DocumentParts): Uint8Array => renderDocument(parts).pdf;

/** Returns the PDF as `renderPdf`, and how many pages it has. */
export function renderDocument(parts: DocumentParts): { readonly pdf: Uint8Array; readonly pages: number } {
  return made(parts, ({ compiler }, document) => {
    const creationTimestamp = Math.floor(parts.createdAt.getTime() / 1000);
    const pdf = compiler.pdf(document, { pdfStandard: "a-3a", creationTimestamp });
    return { pdf, pages: document.numOfPages };
  });
}

/** Returns the pages of the same document one below the other as SVG, which holds no script, and the places that its template marked. */
export function renderPages(parts: DocumentParts): {
  readonly svg: string;
  readonly pages: number;
  readonly marks: readonly DocumentMark[];
} {
  return made(parts, ({ compiler }, document) => ({
    svg: compiler.plainSvg(document),
    pages: document.numOfPages,
    marks: z.array(mark).parse(compiler.query(document, { selector: "<mark>", field: "value" })),
  }));
}

function made<R>(
  { template, data, lang, pictures = new Map() }: DocumentParts,
  use: (kit: Kit, document: NodeTypstDocument) => R,
): R {
  const at = (kit ??= newKit());
  const { compiler, workspace } = at;
  try {
    for (const [name, bytes] of pictures) compiler.mapShadow(join(workspace, name), Buffer.from(bytes));
    const inputs = { d: JSON.stringify({ ...data, lang, fonts: DOCUMENT_FONTS }) };
    const compiled = compiler.compile({ mainFileContent: template, inputs });
    const document = compiled.result;
    if (document === null) throw new Error(faultOf(compiler, compiled.takeDiagnostics()));
    return use(at, document);
  } finally {
    compiler.resetShadow();
    // Without it memory grows with every document, also with those that fail.
    compiler.evictCache(2);
  }
}

function newKit(): Kit {
  // Nothing of this machine can be read from a template.
  const workspace = mkdtempSync(join(tmpdir(), "heliograph-documents-"));
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: FACES.map(faceFolder) }], workspace });
  return { compiler, workspace };
}

function faultOf(at: NodeCompiler, diagnostics: NodeError | null): string {
  const told = diagnostics === null ? "" : `: ${JSON.stringify(at.fetchDiagnostics(diagnostics))}`;
  return `the document could not be made${told.slice(0, 2000)}`;
}

function faceFolder(face: string): string {
  const [family = "", weight = ""] = face.split("/");
  const home = dirname(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${family}/package.json`)));
  return join(home, weight);
}
