import {
  changeReportBrand,
  removeReportLogo,
  TEMPLATE_LIMITS,
  reportBrand,
  reportLogo,
  uploadReportLogo,
} from "@heliograph/contract";
import { Readable } from "node:stream";
import type { Db } from "../../../platform/db.ts";
import { tooLarge } from "../../../platform/files.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { brandOf, logoOf, setColour, setLogo } from "./brand.sql.ts";

/** Serves the logo and the colour of an account's reports. */
export function brandRoutes(serve: Serve, db: Db): void {
  serve(reportBrand, async ({ session }) => {
    const { colour, logo_sha } = await brandOf(db, session.account_id);
    return { colour, logo: logo_sha };
  });

  serve(changeReportBrand, async ({ body: { colour }, session, origin: { address } }) => {
    const { colour: before } = await brandOf(db, session.account_id);
    await db.transaction().execute(async (tx) => {
      await setColour(tx, session.account_id, colour);
      await audit(tx, {
        ...session,
        address,
        action: "report_brand.changed",
        before: { colour: before },
        after: { colour },
      });
    });
    return { message: "The colour has been changed" };
  });

  serve.upload(uploadReportLogo, async ({ file, announcedBytes, session, origin: { address } }) => {
    if ((announcedBytes ?? 0) > TEMPLATE_LIMITS.logoBytes) throw tooLarge(TEMPLATE_LIMITS.logoBytes);
    const bytes = await allOf(file);
    const mime = pictureType(bytes);
    if (mime === null) throw new Problem(400, "file.type", "A logo is a PNG or a JPEG");
    await db.transaction().execute(async (tx) => {
      await setLogo(tx, session.account_id, { bytes, mime });
      await audit(tx, {
        ...session,
        address,
        action: "report_brand.changed",
        after: { logo_bytes: bytes.length },
      });
    });
    return { message: "The logo has been changed" };
  });

  serve(removeReportLogo, async ({ session, origin: { address } }) => {
    await db.transaction().execute(async (tx) => {
      await setLogo(tx, session.account_id, null);
      await audit(tx, { ...session, address, action: "report_brand.changed", after: { logo_bytes: 0 } });
    });
    return { message: "The logo has been removed" };
  });

  serve.download(reportLogo, async ({ session }) => {
    const logo = await logoOf(db, session.account_id);
    if (logo === undefined) throw new Problem(404, "file.not_found", "There is no logo");
    const { bytes, mime } = logo;
    const name = mime === "image/png" ? "logo.png" : "logo.jpg";
    return { name, mime, size_bytes: bytes.length, content: Readable.from([Buffer.from(bytes)]) };
  });
}

/** All bytes of the file; refuses 413 as soon as it is longer than a logo, and 400 where it is empty. */
async function allOf(file: Readable): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file) {
    if (!(piece instanceof Uint8Array)) throw new RangeError("a file arrives as bytes");
    size += piece.length;
    if (size > TEMPLATE_LIMITS.logoBytes) throw tooLarge(TEMPLATE_LIMITS.logoBytes);
    pieces.push(piece);
  }
  if (size === 0) throw new Problem(400, "file.empty", "The file is empty");
  return Buffer.concat(pieces);
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const begins = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);

/** What the bytes are by their beginning; null: neither PNG nor JPEG. */
const pictureType = (bytes: Uint8Array): "image/png" | "image/jpeg" | null =>
  begins(bytes, PNG) ? "image/png" : begins(bytes, JPEG) ? "image/jpeg" : null;
