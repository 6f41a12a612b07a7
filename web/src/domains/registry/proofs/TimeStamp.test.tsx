import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { listLogKeys, type LogKey } from "@heliograph/contract/registry/proofs/log";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { LanguageProvider } from "../../../platform/i18n.tsx";
import { ThemeProvider } from "../../../platform/theme.tsx";
import { loadAllTexts } from "../../../testing/all-texts.ts";
import { answer, fakeServer, freshBrowser } from "../../../testing/test-kit.tsx";
import VerifyScreen from "./VerifyScreen.tsx";

freshBrowser();

/** PDFs as the server signed them in November 2026, with and without a time stamp (RSA), and the keys of their log: what was given out is read for good. */
const signed: { keys: LogKey[]; stamped: string; plain: string } = JSON.parse(
  readFileSync("web/src/testing/signed-pdfs.json", "utf8"),
);
const pdfOf = (packed: string): Buffer<ArrayBuffer> =>
  Buffer.from(inflateSync(Buffer.from(packed, "base64")));
const FINGERPRINT = /Fingerprint of its certificate \(SHA-256\): [0-9a-f]{64}$/;

/** The page with the PDF dropped on it; `revoked`: when the key of PDFs was. The step about the time stamp. */
async function drop(pdf: Buffer<ArrayBuffer>, revoked: string | null = null): Promise<HTMLElement> {
  const items = signed.keys.map((key) =>
    key.use === "document" && revoked !== null ? { ...key, revoked: { at: revoked, size: 2 } } : key,
  );
  fakeServer({ "rehash/log/keys": () => answer(listLogKeys, { items }) });
  const first = { lang: "en" as const, translate: await loadAllTexts("en") };
  render(
    <ThemeProvider>
      <LanguageProvider load={loadAllTexts} first={first}>
        <VerifyScreen given="" />
      </LanguageProvider>
    </ThemeProvider>,
  );
  fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), {
    target: { files: [new File([pdf], "statement.pdf")] },
  });
  await screen.findByRole("heading", { name: "How we know" });
  const step = [...document.querySelectorAll<HTMLElement>("ol > li")].at(-1);
  if (step === undefined) throw new RangeError("There is no step");
  return step;
}

/** The same PDF with another byte in the signature of the authority, which stands last in what is not signed itself. */
function withBrokenStamp(): Buffer<ArrayBuffer> {
  const pdf = pdfOf(signed.stamped);
  const contents = /\/Contents\s*<[0-9a-f]+?(?=0*>)/i.exec(pdf.toString("latin1"));
  const last = (contents?.index ?? 0) + (contents?.[0].length ?? 0) - 8;
  pdf.write(pdf.toString("latin1", last, last + 1) === "1" ? "2" : "1", last, "latin1");
  return pdf;
}

test("R43: the time stamp of a PDF says when and by whom, and leaves the trust in it to the reader", async () => {
  const step = await drop(pdfOf(signed.stamped));
  within(step).getByRole("heading", {
    name: "Time stamp: 2026-11-28 01:40:12 (GMT+8) by Test Time Stamp Authority",
  });
  within(step).getByText(FINGERPRINT);
  within(step).getByText(/Whether to trust it is your decision/);
  expect(step.dataset["state"]).toBe("passed");
  screen.getByText("The PDF is as the portal signed it.");
  expect(screen.getByRole("status").dataset["tone"]).toBe("good");
});

test("R43: a PDF without a time stamp says so, which is no fault", async () => {
  const step = await drop(pdfOf(signed.plain));
  within(step).getByRole("heading", { name: "No time stamp" });
  expect(step.dataset["state"]).toBe("not_made");
  expect(screen.getByRole("status").dataset["tone"]).toBe("good");
});

test("R43: a time stamp that does not hold is a failed step and no longer a good PDF", async () => {
  const step = await drop(withBrokenStamp());
  within(step).getByRole("heading", { name: "The time stamp does not hold" });
  expect(step.dataset["state"]).toBe("failed");
  expect(screen.getByRole("status").dataset["tone"]).toBe("careful");
});

test("R43: a PDF by a key that was revoked counts only where a time stamp of before holds, for whoever trusts the authority", async () => {
  await drop(pdfOf(signed.stamped), "2026-11-27T17:40:13.000Z");
  screen.getByText(/it counts for whoever trusts the authority of the time stamp/);
  expect(screen.getByRole("status").dataset["tone"]).toBe("careful");
});

test.each([
  ["with a time stamp of later", pdfOf(signed.stamped), "2026-11-27T17:40:12.000Z"],
  ["without one", pdfOf(signed.plain), "2026-11-27T17:40:13.000Z"],
  ["with one that does not hold", withBrokenStamp(), "2026-11-27T17:40:13.000Z"],
])("R43: a PDF by a revoked key %s is not accepted", async (_, pdf, revoked) => {
  await drop(pdf, revoked);
  const alert = screen.getByRole("alert");
  within(alert).getByRole("heading", {
    name: "This PDF was signed by a key that was revoked on 2026-11-28 (GMT+8)",
  });
  within(alert).getByText("No time stamp says that it was signed before.");
});
