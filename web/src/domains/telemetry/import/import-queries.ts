import { listImports, readImport } from "@heliograph/contract/telemetry/import/imports";
import type { ImportState } from "@heliograph/contract/telemetry/import/import-shapes";
import { ask } from "../../../platform/api.ts";

/** Imports of the project, and the uid of the caller's own that is not begun. */
export const importsQuery = (uid: string) => ask(listImports, { query: { project_uid: uid } });

/** An import that is not begun. */
export const draftQuery = (import_uid: string) => ask(readImport, { query: { import_uid } });

const UNDER_WAY: ReadonlySet<ImportState> = new Set(["waiting", "storing", "energy", "undoing"]);

/** True while the server works on it by itself. */
export const isUnderWay = ({ state }: { readonly state: ImportState }): boolean => UNDER_WAY.has(state);
