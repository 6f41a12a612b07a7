import { expect, test } from "vitest";
import { ZOD_WITHOUT_EVAL } from "./zod-without-eval.ts";

test("zod compiles nothing in the browser, as the content security policy forbids it", async () => {
  expect(ZOD_WITHOUT_EVAL).toBe(true);
  const z = await import("zod");
  expect(z.config().jitless).toBe(true);
  const original = globalThis.Function;
  let compiled = 0;
  globalThis.Function = new Proxy(original, {
    construct: (target, given) => {
      compiled += 1;
      return Reflect.construct(target, given) as object;
    },
  });
  expect(z.object({ a: z.string() }).safeParse({ a: "x" }).success).toBe(true);
  globalThis.Function = original;
  expect(compiled).toBe(0);
});
