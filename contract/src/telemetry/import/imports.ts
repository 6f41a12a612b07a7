// History that people import in the browser: files, what their columns mean, the dry run, the import, and its undo.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { plainFileName } from "../../kernel/file-name.ts";
import { IMPORT_FILE_NAME, importDraft, importItem, importWish } from "./import-shapes.ts";

const oneImport = z.object({ import_uid: z.uuid() });
const refusals = ["import.not_found", "import.read_only", "import.begun"] as const;

export const listImports = endpoint({
  name: "listImports",
  method: "GET",
  path: "telemetry/imports",
  summary:
    "Imports of history into a project, the newest first: those that are under way, done, stopped or undone",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({ items: z.array(importItem), draft_uid: z.uuid().nullable() }),
  refusals: ["project.not_found", "project.read_only"],
});

export const uploadImportFile = endpoint({
  name: "uploadImportFile",
  method: "POST",
  path: "telemetry/import/file",
  summary:
    "Adds a file (CSV, or packed as .gz) to an import that is not begun, or begins one. Nothing is stored by it",
  query: z.object({
    project_uid: z.uuid(),
    import_uid: z.uuid().optional(),
    name: plainFileName(200).refine((name) => IMPORT_FILE_NAME.test(name), "Must be a .csv, or a .csv.gz"),
  }),
  body: z.file(),
  answer: z.object({ import_uid: z.uuid(), file_uid: z.uuid() }),
  refusals: [
    "project.not_found",
    "project.read_only",
    ...refusals,
    "request.not_a_file",
    "file.empty",
    "file.too_large",
    "file.type",
    "import.too_many",
    "import.uploads_at_once",
  ],
});

export const removeImportFile = endpoint({
  name: "removeImportFile",
  method: "DELETE",
  path: "telemetry/import/file",
  summary: "Takes a file out of an import that is not begun",
  query: oneImport.extend({ file_uid: z.uuid() }),
  answer: done,
  refusals: [...refusals],
});

export const readImport = endpoint({
  name: "readImport",
  method: "GET",
  path: "telemetry/import",
  summary: "An import that is not begun: its files, what their columns mean, and what the dry run found",
  query: oneImport,
  answer: importDraft,
  refusals: ["import.not_found", "import.read_only"],
});

export const wishImport = endpoint({
  name: "wishImport",
  method: "POST",
  path: "telemetry/import/wish",
  summary: "Says what the columns of an import mean, as far as it does not follow from the files",
  query: oneImport,
  body: importWish,
  answer: done,
  refusals: [...refusals],
});

export const tryImport = endpoint({
  name: "tryImport",
  method: "POST",
  path: "telemetry/import/trial",
  summary: "Begins the dry run: reads the files as the import will, and stores nothing",
  query: oneImport,
  answer: done,
  refusals: [...refusals, "import.no_files"],
});

export const startImport = endpoint({
  name: "startImport",
  method: "POST",
  path: "telemetry/import/start",
  summary: "Begins the import, which goes on by itself. What is there stays as it is",
  query: oneImport,
  answer: done,
  refusals: [...refusals, "import.not_tried"],
});

export const stopImport = endpoint({
  name: "stopImport",
  method: "POST",
  path: "telemetry/import/stop",
  summary: "Ends an import that is under way; what is stored stays, and can be undone",
  query: oneImport,
  answer: done,
  refusals: ["import.not_found", "import.read_only", "import.not_running"],
});

export const undoImport = endpoint({
  name: "undoImport",
  method: "POST",
  path: "telemetry/import/undo",
  summary:
    "Takes back what an import added: exactly those readings go, and energies are made anew without them",
  query: oneImport,
  answer: done,
  refusals: ["import.not_found", "import.read_only", "import.not_done", "import.later_first"],
});
