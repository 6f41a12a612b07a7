import { expect, onTestFinished, test } from "vitest";
import { webServer } from "./web-server.ts";

test("images come from this server alone, and from the one other origin that is set", async () => {
  const policies = [];
  for (const options of [{}, { imageOrigin: "https://tiles.example.com" }]) {
    const app = await webServer(options);
    onTestFinished(() => app.close());
    const { headers } = await app.inject({ url: "/healthz" });
    policies.push(/img-src [^;]*/.exec(String(headers["content-security-policy"]))?.[0]);
  }
  expect(policies).toEqual([
    "img-src 'self' data: blob:",
    "img-src 'self' data: blob: https://tiles.example.com",
  ]);
});
