// One-page documents as PDF 1.4: lines of text, rules and boxes. Standard fonts only, so letters beyond Latin-1 lose their marks.

/** What stands on a page: points from its lower left corner; A4 is 595 by 842. */
export type PageMark =
  | {
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size?: number;
      readonly bold?: boolean;
    }
  | { readonly line: readonly [number, number, number, number] }
  | { readonly box: readonly [x: number, y: number, width: number, height: number]; readonly grey?: number };

/** The text without what the fonts lack. */
export const plain = (text: string): string =>
  text
    .replaceAll(/đ/g, "d")
    .replaceAll(/Đ/g, "D")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/g, "?");

const escaped = (text: string): string => plain(text).replaceAll(/[\\()]/g, (letter) => `\\${letter}`);

function command(mark: PageMark): string {
  if ("text" in mark) {
    const { text, x, y, size = 10, bold = false } = mark;
    return `BT /${bold ? "B" : "R"} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`;
  }
  if ("line" in mark) {
    const [x1, y1, x2, y2] = mark.line;
    return `${x1} ${y1} m ${x2} ${y2} l S`;
  }
  const [x, y, width, height] = mark.box;
  return `${mark.grey ?? 1} g ${x} ${y} ${width} ${height} re B 0 g`;
}

const font = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** A PDF of one A4 page with the marks. */
export function pdf(title: string, marks: readonly PageMark[]): Uint8Array {
  const content = ["0.8 w 0.35 G 0 g", ...marks.map(command)].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title (${escaped(title)}) /Producer (Heliograph demonstration) >>`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, "latin1");
}
