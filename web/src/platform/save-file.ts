// Files that a person saves. It knows the browser alone, so that charts and tables of ui/ may save by it, too.
import { savedName } from "@heliograph/contract/kernel/saved-name";

/** A file name from a title: letters and digits of any script, the rest as single hyphens. */
export function fileName(title: string, extension: string): string {
  const stem = title
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return `${stem === "" ? "chart" : stem}.${extension}`;
}

/** Hands the browser a file to save under that name; a text is that of a CSV file. */
export function saveFile(name: string, content: Blob | string): void {
  const file =
    typeof content === "string" ? new Blob([content], { type: "text/csv;charset=utf-8" }) : content;
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: savedName(name) }).click();
  // The browser has read the address by the next task; held longer it would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
