import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileType, zipDirectory, zipEntries } from "./file-type.ts";
import { zipOf } from "../../../testing/file-kit.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const typeOf = (name: string, head: string, more: { isText?: boolean; entries?: string[] } = {}) =>
  fileType(name, { head: bytes(head), isText: more.isText ?? false, entries: more.entries ?? null });

test("a name and a content that agree are accepted, and tell type and category", () => {
  const png = "\x89PNG\r\n\x1a\n....";
  expect(typeOf("Roof.PNG", png)).toEqual({ mime: "image/png", category: "image" });
  expect(typeOf("a.jpeg", "\xff\xd8\xff\xe0")).toEqual({ mime: "image/jpeg", category: "image" });
  expect(typeOf("a.webp", "RIFF\x00\x00\x00\x00WEBPVP8L")).toEqual({ mime: "image/webp", category: "image" });
  expect(typeOf("v1.2 manual.pdf", "%PDF-1.7")).toEqual({ mime: "application/pdf", category: "document" });
  expect(typeOf("a.csv", "day;kWh", { isText: true })).toEqual({ mime: "text/csv", category: "document" });
  const xlsx = { entries: ["[Content_Types].xml", "xl/workbook.xml"] };
  expect(typeOf("a.xlsx", "PK\x03\x04", xlsx)?.category).toBe("document");
});

test("a content of another type than the name says, and every other type, is refused", () => {
  const png = "\x89PNG\r\n\x1a\n";
  const text = { isText: true };
  for (const type of [
    typeOf("a.jpg", png),
    typeOf("a.pdf", png),
    typeOf("a.pdf", " %PDF-1.7"),
    typeOf("a.txt", png),
    typeOf("a.svg", "<svg onload='x()'/>", text),
    typeOf("a.html", "<script>", text),
    typeOf("png", png),
    typeOf("a.png.exe", png),
    typeOf("a.constructor", png),
    typeOf("a.webp", "RIFF\x00\x00\x00\x00WAVEfmt "),
    typeOf("a.xlsx", "PK\x03\x04", { entries: ["[Content_Types].xml", "word/document.xml"] }),
    typeOf("a.docx", "PK\x03\x04", {
      entries: ["[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"],
    }),
    typeOf("a.docx", "PK\x03\x04"),
  ]) {
    expect(type).toBeNull();
  }
});

test("the directory of a zip names its entries, whatever stands before it and in its comment", () => {
  const names = ["[Content_Types].xml", "xl/workbook.xml", "xl/ảnh.png"];
  const zip = zipOf(
    names.map((name) => ({ name, content: deflateRawSync(name) })),
    "a comment",
  );
  const directory = zipDirectory(zip);
  expect(directory).not.toBeNull();
  const { at, bytes: length } = directory ?? { at: 0, bytes: 0 };
  expect(zipEntries(zip.subarray(at, at + length))).toEqual(names);
  expect(zipEntries(zip.subarray(at, at + length - 1))).toBeNull();
  expect(zipDirectory(zip.subarray(0, at))).toBeNull();
});

test("no bytes, however broken, make the reading of a zip fail", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (any) => {
      zipEntries(any);
      zipDirectory(any);
    }),
  );
});
