import { csvText, type CsvCell } from "@heliograph/contract/kernel/csv";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { refusalText } from "../../http.ts";
import { useLang, useServerText, useText } from "../../i18n.tsx";
import { fileName, saveFile } from "../../save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";

/** Rows that one call gives a file, and pages that a file has at most. */
export const FILE_ROWS = 100;
const FILE_PAGES = 500;

/** The button that saves all rows of a list, whatever page is shown, as CSV. */
export function SaveListButton<Row>(given: {
  /** What the file is called. */
  title: string;
  /** The page with this number, from 1, of FILE_ROWS rows. */
  pageOf: (page: number) => Promise<{ items: readonly Row[]; total: number }>;
  /** Heads and lines of the file. */
  tableOf: (rows: readonly Row[]) => { head: readonly string[]; lines: readonly (readonly CsvCell[])[] };
}) {
  const { title, pageOf, tableOf } = given;
  const t = useText();
  const lang = useLang();
  const serverText = useServerText();
  const save = useMutation({
    mutationFn: async () => {
      const rows: Row[] = [];
      for (let nth = 1; nth <= FILE_PAGES; nth += 1) {
        const { items, total } = await pageOf(nth);
        rows.push(...items);
        if (rows.length >= total || items.length === 0) break;
      }
      const { head, lines } = tableOf(rows);
      saveFile(fileName(title, "csv"), csvText(head, lines, lang));
    },
    onError: (error) => say.error(serverText(refusalText(error))),
  });
  const label = t("registry.saveList");
  return (
    <Button
      aria-label={label}
      title={label}
      icon={<Download size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    />
  );
}
