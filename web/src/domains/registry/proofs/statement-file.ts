// What a person drops: a statement as JSON, or the PDF that carries it. It is read here and goes nowhere.

/** Larger than any statement: 10,000 ranges with their proofs. */
const FILE_MAX_BYTES = 40_000_000;
/** Attachments of a PDF that are looked at; a statement has one. */
const ATTACHMENTS = 20;

/** The statement in the file, as it was read from JSON, and the PDF that carries it, or null; null: there is none in it. */
export async function statementIn(
  file: Blob,
): Promise<{ readonly given: unknown; readonly pdf: Uint8Array | null } | null> {
  if (file.size > FILE_MAX_BYTES) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPdf = latin1(bytes.subarray(0, 1024)).includes("%PDF-");
  const texts = isPdf ? await attachmentsOf(bytes) : [new TextDecoder().decode(bytes)];
  for (const text of texts) {
    const given = asJson(text);
    if (given !== null) return { given, pdf: isPdf ? bytes : null };
  }
  return null;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

/** The embedded files of a PDF (ISO 32000-1, 7.11.4), as text: those that stand as they are, or compressed by Flate. */
async function attachmentsOf(bytes: Uint8Array): Promise<string[]> {
  const text = latin1(bytes);
  const found: string[] = [];
  // Streams stand outside of all else, so that their dictionaries are found as they are written.
  for (const { index } of text.matchAll(/\/Type\s*\/EmbeddedFile\b/g)) {
    if (found.length === ATTACHMENTS) break;
    const start = /stream\r?\n/g;
    start.lastIndex = index;
    const head = start.exec(text);
    if (head === null) break;
    const from = head.index + head[0].length;
    const end = text.indexOf("endstream", from);
    const dictionary = text.slice(text.lastIndexOf(" obj", index), head.index);
    const content = bytes.subarray(from, end === -1 ? undefined : end);
    const isFlate = dictionary.includes("/FlateDecode");
    found.push(isFlate ? await inflated(content) : new TextDecoder().decode(content));
  }
  return found;
}

/** The text in a zlib stream, which may have the end of a line behind it; "": it is none. */
async function inflated(content: Uint8Array): Promise<string> {
  for (const behind of [0, 1, 2]) {
    const packed = new Response(content.slice(0, content.length - behind)).body;
    const text = await new Response(packed?.pipeThrough(new DecompressionStream("deflate")))
      .text()
      .catch(() => "");
    if (text !== "") return text;
  }
  return "";
}
