// Files from the server: fetched with the session's token, as every call is.
import type { Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { open } from "./call.ts";
import { refusalIn } from "./http.ts";

/** The file that the endpoint answers. Throws Refused when it is refused. */
export async function download<E extends Endpoint>(e: E, args: Call<E>, signal?: AbortSignal): Promise<Blob> {
  const reply = await open(e, args, signal);
  if (!reply.ok) throw await refusalIn(reply);
  return reply.blob();
}
