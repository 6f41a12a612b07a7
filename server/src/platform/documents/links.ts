// Links that open one thing for whoever has them, until an instant: for machines that cannot sign in, and for mails.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../db.ts";
import { secretOf } from "../secrets.sql.ts";

const SECRET = "link_key";
const KEY_BYTES = 32;

/** What a link is for, and until when (unix ms). `purpose` keeps a link for one kind of thing from opening another. */
interface LinkFor {
  readonly purpose: string;
  readonly uid: string;
  readonly until: number;
}

/** Makes and checks links of this installation. */
interface Links {
  /** The signature that goes into the link's address, base64url. */
  readonly sign: (link: LinkFor) => string;
  /** True for the signature of exactly this link while it holds at `now` (unix ms). */
  readonly isGood: (link: LinkFor, signature: string, now: number) => boolean;
}

/** The links of this installation; their key is made when there is none yet. */
export async function linksOf(db: Db): Promise<Links> {
  const key = await secretOf(db, SECRET, randomBytes(KEY_BYTES).toString("base64url"));
  const mac = ({ purpose, uid, until }: LinkFor) =>
    createHmac("sha256", key)
      .update(JSON.stringify([purpose, uid, until]))
      .digest();
  return {
    sign: (link) => mac(link).toString("base64url"),
    isGood: (link, signature, now) => {
      const given = Buffer.from(signature, "base64url");
      const right = mac(link);
      return now <= link.until && given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
