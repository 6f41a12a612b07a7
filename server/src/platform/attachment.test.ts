import { expect, test } from "vitest";
import { attachmentHeaders, contentDisposition } from "./attachment.ts";

test("a name in any script is kept for those who read RFC 8187, and plain for the others", () => {
  expect(contentDisposition("Bản vẽ mái (1).pdf")).toBe(
    `attachment; filename="B_n v_ m_i (1).pdf"; filename*=UTF-8''B%E1%BA%A3n%20v%E1%BA%BD%20m%C3%A1i%20%281%29.pdf`,
  );
});

test("no name breaks out of its header or its folder", () => {
  const header = contentDisposition(`../..\\"; x="\r\nSet-Cookie: a=b\ud800.txt`);
  expect(header).toMatch(/^attachment; filename="[^"\\/\r\n]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]*$/);
});

test("a stored name with a path or marks of direction is sent without them, in both forms", () => {
  const header = contentDisposition("..\\../plan\u202efdp.exe\u2066\u0007");
  expect(header).toBe(`attachment; filename=".._.._planfdp.exe_"; filename*=UTF-8''.._.._planfdp.exe_`);
});

test("an attachment is saved, its type not guessed, and nothing in it runs", () => {
  expect(attachmentHeaders({ name: "a.txt", mime: "text/plain", size_bytes: 5 })).toEqual({
    "content-type": "text/plain",
    "content-length": 5,
    "content-disposition": `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
});
