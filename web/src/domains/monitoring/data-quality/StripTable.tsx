import { useMemo } from "react";
import { pageTexts } from "../../../platform/words.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { HEAT_LOOKS } from "../../../ui/heat-strip/heat-strip.ts";
import { useWords } from "../words.ts";
import { columnText, stripLines, type Quality, type StripLine } from "./quality-content.ts";

const ROWS = 30;

/** The strip as a table: a row for each device and column in which anything was due. */
export function StripTable({ quality, label }: { quality: Quality; label: string }) {
  const words = useWords();
  const { text, format } = words;
  const rows = useMemo(() => stripLines(quality).toReversed(), [quality]);
  const columns = useMemo((): Column<StripLine>[] => {
    const days: Column<StripLine> = {
      id: "from",
      label: text("quality.when"),
      sortable: true,
      value: ({ from }) => from,
      cell: ({ column }) => columnText(quality, column, words),
    };
    const device: Column<StripLine> = {
      id: "device",
      label: text("quality.device"),
      sortable: true,
      value: (line) => line.device.name,
    };
    const parts = HEAT_LOOKS.map((look, index): Column<StripLine> => ({
      id: look,
      label: text(`quality.part.${look}`),
      unit: "%",
      numeric: true,
      sortable: true,
      value: (line) => line.parts[index] ?? null,
      cell: (line) => format.number(line.parts[index], 1),
    }));
    const sign: Column<StripLine> = {
      id: "sign",
      label: text("quality.kind"),
      value: (line) => line.device.signs[line.column] ?? null,
      cell: (line) => {
        const kind = line.device.signs[line.column] ?? null;
        return kind === null ? "–" : text(`quality.kind.${kind}`);
      },
    };
    return [device, days, ...parts, sign];
  }, [quality, words, text, format]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      empty={null}
      pages={{ size: ROWS, texts: pageTexts(text) }}
    />
  );
}
