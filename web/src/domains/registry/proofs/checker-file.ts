// The checker as one file that needs no connection: this page's own modules, and the keys of the log as the portal knows them when it is saved.
import { listLogKeys } from "@heliograph/contract/registry/proofs/log";
import { z } from "zod";
import { call } from "../../../platform/call.ts";
import { Refused } from "../../../platform/http.ts";
import { heldKeys, type KnownKey } from "./known-keys.ts";

/** Where the build lays the checker without keys (web/checker.config.ts). */
const ADDRESS = "/checker.html";
/** The element of the file that holds the keys. */
const ELEMENT = "checker-keys";
/** It, where it has none. */
const EMPTY = new RegExp(String.raw`(<script id="${ELEMENT}"[^>]*>)\s*null\s*(?=</script>)`);

const checkerKeys = z.object({
  /** The portal that named the keys: where its statements are asked for. */
  origin: z.string(),
  /** ISO 8601, when the file was saved. */
  saved_at: z.string(),
  keys: heldKeys,
});

/** What a saved checker goes by. */
export interface CheckerKeys {
  readonly origin: string;
  readonly saved_at: string;
  readonly keys: readonly KnownKey[];
}

/** The checker with today's keys in it, as a file to save. Throws Refused where it cannot be had. */
export async function checkerFile(): Promise<Blob> {
  const [{ items }, page] = await Promise.all([call(listLogKeys, {}), emptyChecker()]);
  const held: CheckerKeys = {
    origin: location.origin,
    saved_at: new Date().toISOString(),
    keys: heldKeys.parse(items),
  };
  // No text of it ends the element that it stands in.
  const text = JSON.stringify(held).replaceAll("<", String.raw`\u003c`);
  return new Blob([page.replace(EMPTY, (_all, begin: string) => begin + text)], { type: "text/html" });
}

async function emptyChecker(): Promise<string> {
  const reply = await fetch(ADDRESS).catch(() => null);
  const page = reply?.ok === true ? await reply.text() : "";
  if (!EMPTY.test(page)) {
    throw new Refused({ status: 503, code: "checker.missing", message: "Data is not available" });
  }
  return page;
}

/** The keys in the page, where it is a saved checker; null: it has none. */
export function checkerKeysHere(): CheckerKeys | null {
  const text = document.getElementById(ELEMENT)?.textContent ?? "null";
  return checkerKeys.nullable().parse(JSON.parse(text));
}
