import { expect, test } from "vitest";
import { plainFileName } from "./file-name.ts";
import { savedName } from "./saved-name.ts";

const schema = plainFileName(40);

test.each([
  ["../../etc/passwd", "Must be a name without a path"],
  ["..\\..\\boot.ini", "Must be a name without a path"],
  ["C:\\plan.pdf", "Must be a name without a path"],
  ["a/b.pdf", "Must be a name without a path"],
  ["..", "Must be a name without a path"],
  ["a\u2028b.pdf", "Must be a name without a path"],
  ...[0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069].map(
    (code) => [`plan${String.fromCodePoint(code)}fdp.exe`, "Marks of writing direction are not allowed"],
  ),
  ["a\u0000.pdf", "Control characters are not allowed"],
  ["a\u0085.pdf", "Control characters are not allowed"],
  ["a\ud800.pdf", "Must be well-formed Unicode"],
  ["  ", "Must not be empty"],
])("the file name %j is refused in words: %s", (name, message) => {
  expect(schema.safeParse(name).error?.issues.map((issue) => issue.message)).toContain(message);
});

test.each(["Bản vẽ mái (1).pdf", "平面图.png", "a..b.txt", ".env", "Điện 🌞.pdf"])(
  "the file name %j is as good as any",
  (name) => {
    expect(schema.parse(` ${name} `)).toBe(name);
  },
);

test("a name that is saved holds no path, no control character and no mark of direction, whatever it was made of", () => {
  expect(savedName("../..\\Roof\u202efdp.exe\r\n\ud800")).toBe(".._.._Rooffdp.exe__\ufffd");
  expect(savedName("Bản vẽ mái (1).pdf")).toBe("Bản vẽ mái (1).pdf");
  expect([savedName(""), savedName(".."), savedName("\u202e"), savedName(" . ")]).toEqual([
    "file",
    "file",
    "file",
    "file",
  ]);
});
