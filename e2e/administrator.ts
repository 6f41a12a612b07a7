// An administrator signs on as on an installation without an identity provider: by the address that a command prints.
import { execFileSync } from "node:child_process";
import { expect, type Page } from "@playwright/test";

export const ADMIN = "linh.admin@corp.example";

/** A fresh address that signs ADMIN on, once. */
export function signOnAddress(): string {
  const printed = execFileSync(
    process.execPath,
    ["server/src/sso-token.ts", "--email", ADMIN, "--name", "Linh Đỗ"],
    {
      cwd: new URL("..", import.meta.url),
      env: {
        ...process.env,
        DATA_DIR: process.env["HELIOGRAPH_DATA"],
        PUBLIC_URL: process.env["HELIOGRAPH_URL"],
      },
      encoding: "utf8",
    },
  );
  const address = /^http\S+$/m.exec(printed)?.[0];
  if (address === undefined) throw new Error(`No address in: ${printed}`);
  return address;
}

/** Signs ADMIN on in English. */
export async function signOn(page: Page, look: { mode?: "light" | "dark" } = {}): Promise<string> {
  const address = signOnAddress();
  await page.emulateMedia({ colorScheme: look.mode ?? "light", reducedMotion: "reduce" });
  await page.addInitScript(() => localStorage.setItem("language", "en"));
  await page.goto(address);
  await expect(page).toHaveURL(/\/admin$/);
  return address;
}
