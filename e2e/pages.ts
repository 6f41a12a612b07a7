// What journeys do on every page.
import { login } from "@heliograph/contract/identity/session";
import { expect, type Page } from "@playwright/test";
import { OWNER } from "./plant.ts";

interface Look {
  readonly language?: string;
  readonly mode?: "light" | "dark";
  /** Another way to the server than the straight one. */
  readonly by?: string;
}

/** Opens an address of the portal in the given language and colours. */
export async function open(page: Page, path: string, look: Look = {}) {
  await page.emulateMedia({ colorScheme: look.mode ?? "light", reducedMotion: "reduce" });
  await page.addInitScript((language) => localStorage.setItem("language", language), look.language ?? "en");
  await page.goto(`${look.by ?? process.env["HELIOGRAPH_URL"]}${path}`);
}

/** Signs in through the form. */
export async function signIn(page: Page, who = OWNER, look: Look = {}) {
  await open(page, "/", look);
  await page.locator("input[autocomplete=username]").fill(who.username);
  await page.locator("input[autocomplete=current-password]").fill(who.password);
  const answer = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith(`/${login.path}`));
  await page.locator("button[type=submit]").click();
  expect((await answer).status(), "the answer to signing in").toBe(200);
  await expect(page).toHaveURL(/list-project/);
}

/** Searches the list on screen and opens the record of the only row that names what was searched: other rows stay until the answer is there. */
export async function openFound(page: Page, name: string, link: RegExp) {
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("searchbox").press("Enter");
  await page.getByRole("row").filter({ hasText: name }).getByRole("link", { name: link }).click();
}

/**
 * Collects what a customer must never see: errors and warnings of the console (a refused call is one, a broken
 * content security policy is one), and requests that fail.
 * Call before the first page is opened.
 */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      heard.push(`${message.text()} ${message.location().url}`);
    }
  });
  // What breaks the content security policy is refused silently where it is only reported.
  void page.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
      // The console is how a page tells the journey.
      // oxlint-disable-next-line no-console
      console.error(`policy ${violatedDirective} broken: ${blockedURI} ${sourceFile}`),
    ),
  );
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("requestfailed", (request) => {
    // A page that is left takes its requests with it.
    const why = request.failure()?.errorText ?? "";
    if (why !== "net::ERR_ABORTED") heard.push(`${request.url()} failed: ${why}`);
  });
  return heard;
}
