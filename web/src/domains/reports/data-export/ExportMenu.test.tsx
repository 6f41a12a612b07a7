import { makeExport } from "@heliograph/contract/reports/data-export";
import { runDetails, runFileOf, type ReportRun } from "@heliograph/contract/reports/runs";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { screenParts } from "../../../app/screen-parts.ts";
import { ExportMenuPart } from "../../../platform/screen-parts/ExportMenuPart.tsx";
import { ScreenPartsContext } from "../../../platform/screen-parts/screen-parts.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";

freshBrowser();
afterEach(() => {
  vi.restoreAllMocks();
});

const UID = "0198a5a0-0000-7000-8000-000000000001";
const request = {
  project_uid: UID,
  from_date: "2026-02-01",
  to_date: "2026-02-03",
  binsize: "15_minutes" as const,
  series: [`${UID}:ac_power_w`],
};
const run = (change: Partial<ReportRun> = {}): ReportRun => ({
  run_uid: UID,
  kind: "export",
  title: "Roof 1 2026-02-01 2026-02-03 xlsx",
  state: "queued",
  progress: 0,
  asked_at: "2026-02-03T05:00:00.000Z",
  started_at: null,
  ended_at: null,
  file: null,
  error: null,
  ...change,
});
const made = run({
  state: "done",
  progress: 1,
  file: {
    name: "Roof 1 series.xlsx",
    mime: "application/octet-stream",
    size_bytes: 4,
    sha256: "00",
    expires_at: "2026-02-10T05:00:00.000Z",
    public_url: "/public",
    link_until: "2026-02-04T05:00:00.000Z",
  },
});

async function open(over: Parameters<typeof fakeServer>[0] = {}, csv?: () => Promise<void>) {
  signedInAs("lan@kho.example");
  const saved: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => "blob:it");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const server = fakeServer({
    [makeExport.path]: () => answer(makeExport, { message: "The export is being made", run: run() }),
    [runDetails.path]: () => answer(runDetails, made),
    [runFileOf.path]: () => new Response("PK.."),
    ...over,
  });
  const router = await renderAt("/", {
    "/": (
      <ScreenPartsContext value={screenParts}>
        <ExportMenuPart request={request} {...(csv === undefined ? {} : { csv })} />
      </ScreenPartsContext>
    ),
    "/report": <p>Runs are here</p>,
  });
  const bodies = () => server.filter(({ path }) => path === makeExport.path).map(({ body }) => body);
  return { saved, bodies, router };
}

async function choose(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

test.each([
  ["CSV", "csv"],
  ["Spreadsheet (XLSX)", "xlsx"],
  ["Parquet", "parquet"],
])("%s is made by a run, saved when it is there, and said to lie under Runs, too", async (name, format) => {
  const { saved, bodies, router } = await open();
  await choose(name);
  expect(
    await screen.findByText(
      "The file is being made and will be saved when it is. It also lies under Runs of the page Portfolio Report.",
    ),
  ).toBeTruthy();
  expect(bodies()).toEqual([{ ...request, format }]);
  await waitFor(() => expect(saved).toEqual(["Roof 1 series.xlsx"]));
  await userEvent.click(screen.getByRole("button", { name: "Runs" }));
  expect(await screen.findByText("Runs are here")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/report");
});

test("where the page has the CSV at once it is saved so, and nothing is made", async () => {
  const csv = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const { bodies } = await open({}, csv);
  await choose("CSV");
  await waitFor(() => expect(csv).toHaveBeenCalledOnce());
  expect(bodies()).toEqual([]);
});

test("an export that is refused, or that fails, says why, and can be asked for again", async () => {
  let refused = true;
  const { saved } = await open({
    [makeExport.path]: () =>
      refused
        ? refusal(409, "At most 20 reports can wait at once")
        : answer(makeExport, { message: "The export is being made", run: run() }),
    [runDetails.path]: () =>
      answer(
        runDetails,
        run({ state: "failed", error: { code: "run.failed", message: "A timeout has occurred" } }),
      ),
  });
  await choose("Parquet");
  expect(await screen.findByText("At most 20 reports can wait at once")).toBeTruthy();
  refused = false;
  await choose("Parquet");
  expect(await screen.findByText("A timeout has occurred")).toBeTruthy();
  expect(saved).toEqual([]);
});
