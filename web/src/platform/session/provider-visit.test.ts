import { expect, test } from "vitest";
import { freshBrowser } from "../../testing/test-kit.tsx";
import { keepVisit, takeReturn } from "./provider-visit.ts";

freshBrowser();
const arrive = (search: string) => history.replaceState(null, "", `/sign-in/return${search}`);

test("the way back is read once with what this tab kept, and its code leaves the address at once", () => {
  keepVisit({ browser_secret: "kept", to: "link" });
  arrive("?code=c&state=s&iss=https%3A%2F%2Fidp.example");
  expect(takeReturn()).toEqual({
    to: "link",
    body: { code: "c", state: "s", iss: "https://idp.example", browser_secret: "kept" },
  });
  expect(location.href).not.toContain("code");
  arrive("?code=c&state=s");
  expect(takeReturn()).toBeNull();
});

test("a way that another browser began, or that the provider refused, ends nowhere", () => {
  arrive("?code=c&state=s");
  expect(takeReturn()).toBeNull();
  keepVisit({ browser_secret: "kept", to: "sign in" });
  arrive("?error=access_denied&state=s");
  expect([takeReturn(), location.pathname]).toEqual([null, "/"]);
});
