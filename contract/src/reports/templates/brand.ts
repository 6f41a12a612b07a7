// The logo and the colour of an account's reports.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";

const brand = z.object({
  /** #rrggbb. */
  colour: z.string(),
  /** Changes with the logo; null: there is none. */
  logo: z.string().nullable(),
});

export const reportBrand = endpoint({
  name: "reportBrand",
  method: "GET",
  path: "report/brand",
  summary: "The logo and the colour of the caller's reports",
  answer: brand,
});

export const changeReportBrand = endpoint({
  name: "changeReportBrand",
  method: "PUT",
  path: "report/brand",
  summary: "Sets the colour of the caller's reports",
  body: z.strictObject({
    colour: z.string().regex(/^#[0-9a-f]{6}$/, "Must be a colour like #0e6b4f"),
  }),
  answer: done,
});

export const uploadReportLogo = endpoint({
  name: "uploadReportLogo",
  method: "POST",
  path: "report/logo",
  summary: "Takes the bytes of a logo in, PNG or JPEG of at most 512 kB; it replaces the one before",
  body: z.file(),
  answer: done,
  refusals: ["file.empty", "file.too_large", "file.type", "request.not_a_file"],
});

export const removeReportLogo = endpoint({
  name: "removeReportLogo",
  method: "DELETE",
  path: "report/logo",
  summary: "Takes the logo away",
  answer: done,
});

export const reportLogo = endpoint({
  name: "reportLogo",
  method: "GET",
  path: "report/logo",
  summary: "The logo of the caller's reports",
  answer: z.file(),
  refusals: ["file.not_found"],
});
