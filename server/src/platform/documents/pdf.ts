// Documents as PDF by Typst: a template of ours and data as JSON in, PDF/A-3a out. What people wrote comes in as data only and is
// never read as Typst. Synchronous and heavy: only processes with the role worker make documents.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler, type NodeError } from "@myriaddreamin/typst-ts-node-compiler";

/** Families that every template sets, in this order: the second has what the first lacks. */
const DOCUMENT_FONTS = ["Noto Sans", "Noto Sans SC"] as const;
const FACES = [
  "noto-sans/400Regular",
  "noto-sans/700Bold",
  "noto-sans-sc/400Regular",
  "noto-sans-sc/700Bold",
];

/** What a document is made of. */
interface DocumentParts {
  /** Typst; reads its data by `json(bytes(sys.inputs.d))`. */
  readonly template: string;
  /** What can be written as JSON. `lang` and `fonts` are added. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly lang: "en" | "vi" | "zh";
  /** Stands in the file as its date, so that the same document has the same bytes. */
  readonly createdAt: Date;
}

let compiler: NodeCompiler | undefined;

/**
 * Returns the bytes of the PDF (PDF/A-3a, tagged). Throws an Error with Typst's own words when the template and the data do not
 * fit each other, which is a fault of ours.
 */
export function renderPdf({ template, data, lang, createdAt }: DocumentParts): Uint8Array {
  compiler ??= NodeCompiler.create({
    fontArgs: [{ fontPaths: FACES.map(faceFolder) }],
    // Nothing of this machine can be read from a template.
    workspace: mkdtempSync(join(tmpdir(), "heliograph-documents-")),
  });
  try {
    const inputs = { d: JSON.stringify({ ...data, lang, fonts: DOCUMENT_FONTS }) };
    const compiled = compiler.compile({ mainFileContent: template, inputs });
    const document = compiled.result;
    if (document === null) throw new Error(faultOf(compiler, compiled.takeDiagnostics()));
    const creationTimestamp = Math.floor(createdAt.getTime() / 1000);
    return compiler.pdf(document, { pdfStandard: "a-3a", creationTimestamp });
  } finally {
    // Without it memory grows with every document, also with those that fail.
    compiler.evictCache(2);
  }
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
