import { expect, test } from "vitest";
import { passkeyOrigin, portalOrigin } from "./portal-address.ts";

test("the portal's address is PUBLIC_URL whatever a caller says; without one it is localhost alone", () => {
  expect(portalOrigin("https://solar.example.com/portal", "evil.example")).toBe("https://solar.example.com");
  expect(portalOrigin(undefined, "localhost:8080")).toBe("http://localhost:8080");
  expect(portalOrigin(undefined, "LOCALHOST:80")).toBe("http://localhost");
  const others = [
    "evil.example",
    "127.0.0.1:8080",
    "localhost.evil.example",
    "localhost:99999",
    "localhost:80/x",
    "",
  ];
  for (const host of others) expect([host, portalOrigin(undefined, host)]).toEqual([host, null]);
});

test("passkeys work by HTTPS under a name and at localhost, and nowhere else", () => {
  expect(passkeyOrigin("https://solar.example.com", "x")).toBe("https://solar.example.com");
  expect(passkeyOrigin("http://localhost:8080", "x")).toBe("http://localhost:8080");
  expect(passkeyOrigin(undefined, "localhost:8114")).toBe("http://localhost:8114");
  const without = [
    "http://solar.example.com",
    "https://203.0.113.7",
    "https://[2001:db8::1]",
    "http://127.0.0.1:8080",
  ];
  for (const url of without) expect([url, passkeyOrigin(url, "localhost")]).toEqual([url, null]);
});
