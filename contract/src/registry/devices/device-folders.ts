// Folders of applications: for submitting or deleting many at once.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../../kernel/paging.ts";
import { line, someLine } from "../../kernel/text.ts";
import { actingFor, RECORD_READ_REFUSALS, tabCounts } from "../../parties/records.ts";
import { DEVICE_LIMITS } from "./device-form.ts";
import { DEVICE_FOLDER_ORDERS } from "./device-orders.ts";
import { DEVICE_TABS } from "./device-life.ts";

/** Statuses of folders; they follow from what a folder holds. */
const FOLDER_TABS = [...DEVICE_TABS, "mixed"] as const;

const deviceFolder = z.object({
  folder_uid: z.uuid(),
  /** As C86 names its columns. */
  group_device_id: z.string(),
  group_device_name: z.string(),
  total_no_of_device: z.int(),
  /** W, of those whose capacity is a number; a group's is the sum of its devices. */
  total_capacity_w: z.number(),
  /** Of all that it holds; "" where they differ. */
  location: z.string(),
  created_at: z.iso.datetime(),
  status: z.enum(FOLDER_TABS),
});
export type DeviceFolder = z.output<typeof deviceFolder>;

export const listDeviceFolders = endpoint({
  name: "listDeviceFolders",
  method: "GET",
  path: "rehash/device-folders",
  summary: "Folders of the account",
  query: actingFor.extend({
    status: z.enum(FOLDER_TABS).optional(),
    search: line(100).default(""),
    order_by: z.enum(DEVICE_FOLDER_ORDERS).default("group_device_id"),
    order_type: z.enum(["asc", "desc"]).default("desc"),
    page: pageNumber,
    page_size: pageSize(20),
  }),
  answer: z.object({
    items: z.array(deviceFolder),
    total_items: z.int(),
    /** How many folders each status has, whatever status is asked for; `all` their sum. */
    tab_counts: tabCounts,
  }),
  keyRight: "none",
  refusals: RECORD_READ_REFUSALS,
});

const oneFolder = actingFor.extend({ folder_uid: z.uuid() });
const folderName = someLine(DEVICE_LIMITS.folderName);

export const getDeviceFolder = endpoint({
  name: "getDeviceFolder",
  method: "GET",
  path: "rehash/device-folder",
  summary: "A folder of the account",
  query: oneFolder,
  answer: deviceFolder,
  keyRight: "none",
  refusals: RECORD_READ_REFUSALS,
});

export const createDeviceFolder = endpoint({
  name: "createDeviceFolder",
  method: "POST",
  path: "rehash/device-folders",
  summary: "Makes a folder",
  query: actingFor,
  body: z.strictObject({ key: z.uuid(), name: folderName }),
  answer: z.object({ folder_uid: z.uuid(), number: z.string() }),
  keyRight: "none",
  refusals: ["GEN-403", "ACC-013", "GEN-404", "GEN-410", "DEV-034"],
});

export const renameDeviceFolder = endpoint({
  name: "renameDeviceFolder",
  method: "PUT",
  path: "rehash/device-folder",
  summary: "Gives a folder another name",
  query: oneFolder,
  body: z.strictObject({ name: folderName }),
  answer: done,
  keyRight: "none",
  refusals: ["GEN-403", "GEN-404"],
});

export const removeDeviceFolder = endpoint({
  name: "removeDeviceFolder",
  method: "DELETE",
  path: "rehash/device-folder",
  summary: "Removes a folder; the applications in it stay, and are in none",
  query: oneFolder,
  answer: done,
  keyRight: "none",
  refusals: ["GEN-403", "GEN-404"],
});

export const moveToFolder = endpoint({
  name: "moveToFolder",
  method: "PUT",
  path: "rehash/device-folder/applications",
  summary: "Puts applications into a folder, or out of any",
  query: actingFor,
  body: z.strictObject({ folder_uid: z.uuid().nullable(), record_uids: z.array(z.uuid()).min(1).max(200) }),
  answer: z.object({ moved: z.int() }),
  keyRight: "none",
  refusals: ["GEN-403", "ACC-013", "GEN-404"],
});

export const actOnFolder = endpoint({
  name: "actOnFolder",
  method: "POST",
  path: "rehash/device-folders/actions",
  summary:
    "Submits or deletes what a folder holds, each application for itself, and says what became of each",
  query: actingFor,
  body: z.strictObject({ folder_uid: z.uuid(), action: z.enum(["submit", "delete"]), key: z.uuid() }),
  answer: z.object({
    results: z.array(
      z.object({
        record_uid: z.uuid(),
        number: z.string(),
        name: z.string(),
        status: z.string(),
        /** The refusal's code and message; null: it was done. */
        refused: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
  keyRight: "none",
  refusals: ["GEN-403", "ACC-013", "GEN-404"],
});
