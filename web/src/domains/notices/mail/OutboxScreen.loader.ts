import type { Load } from "../../../platform/loading.ts";
import { mailsQuery, mailViewIn } from "./mail-queries.ts";

/** Starts the mails that the address asks for. */
export const load: Load = (start, { search }) => start(mailsQuery(mailViewIn(search)));
