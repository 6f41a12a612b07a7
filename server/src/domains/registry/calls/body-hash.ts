import { createHash } from "node:crypto";

/** SHA-256 of the text in UTF-8. */
export const sha256Of = (text: string): Buffer => createHash("sha256").update(text).digest();
