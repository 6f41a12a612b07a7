// Documents and images of a project (M18). The bytes travel as they are, not as JSON.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { plainFileName } from "../kernel/file-name.ts";

/** `bytes`: of one file. Beyond them a call is refused with `file.too_large`, beyond the others `file.too_many`. */
export const FILE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  filesPerProject: 200,
  bytesPerProject: 500 * 1024 * 1024,
  /** Over all projects, uploaded by one account. */
  bytesPerAccount: 2 * 1024 * 1024 * 1024,
} as const;

/** What is accepted, by the extension that the name must have. SVG is not: it can hold scripts. */
export const FILE_TYPES = {
  pdf: { mime: "application/pdf", category: "document" },
  xlsx: {
    mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    category: "document",
  },
  docx: {
    mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    category: "document",
  },
  csv: { mime: "text/csv", category: "document" },
  txt: { mime: "text/plain", category: "document" },
  png: { mime: "image/png", category: "image" },
  jpg: { mime: "image/jpeg", category: "image" },
  jpeg: { mime: "image/jpeg", category: "image" },
  webp: { mime: "image/webp", category: "image" },
} as const;
export type FileExtension = keyof typeof FILE_TYPES;

const projectFile = z.object({
  file_uid: z.uuid(),
  name: z.string(),
  category: z.enum(["image", "document"]),
  mime: z.string(),
  size_bytes: z.int(),
  /** Null: the account is no longer there. */
  uploaded_by: z.string().nullable(),
  uploaded_at: z.iso.datetime(),
});
export type ProjectFile = z.output<typeof projectFile>;

const oneFile = z.object({ file_uid: z.uuid() });

export const listFiles = endpoint({
  name: "listFiles",
  method: "GET",
  path: "fleet/files",
  summary: "Files of a project, the newest first",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({ items: z.array(projectFile) }),
  refusals: ["project.not_found"],
});

export const uploadFile = endpoint({
  name: "uploadFile",
  method: "POST",
  path: "fleet/file",
  summary: "Adds a file to a project. Its type is told by its content and must be the one its name ends with",
  query: z.object({ project_uid: z.uuid(), name: plainFileName(200) }),
  body: z.file(),
  answer: projectFile,
  refusals: [
    "project.not_found",
    "project.read_only",
    "request.not_a_file",
    "file.empty",
    "file.too_large",
    "file.type",
    "file.too_many",
  ],
});

export const downloadFile = endpoint({
  name: "downloadFile",
  method: "GET",
  path: "fleet/file",
  summary: "The content of a file, as an attachment",
  query: oneFile,
  answer: z.file(),
  refusals: ["file.not_found"],
});

export const removeFile = endpoint({
  name: "removeFile",
  method: "DELETE",
  path: "fleet/file",
  summary: "Deletes a file",
  query: oneFile,
  answer: done,
  refusals: ["file.not_found", "file.read_only"],
});
