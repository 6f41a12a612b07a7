import { QUALITY_LIMITS, qualityMarks } from "@heliograph/contract/monitoring/data-quality/quality-marks";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { QualityMark } from "./QualityMark.tsx";

freshBrowser();

const uid = (n: number) => `3f2504e0-4f89-41d3-9a0c-${String(n).padStart(12, "0")}`;
const [ROOF, HALL, INVERTER, METER] = [uid(1), uid(2), uid(11), uid(12)];
const RANGE = { from: "2026-11-01", to: "2026-11-20" };
const mark = (project_uid: string, device_uid: string | null, day: string) => ({
  project_uid,
  device_uid,
  day,
  kind: "gap" as const,
  days: 1,
});

/** Marks beside figures: of the roof, of its meter, and of the hall. */
async function show(serve = () => answer(qualityMarks, { marks: MARKS })) {
  signedInAs("good");
  const all = fakeServer({ [qualityMarks.path]: serve });
  await renderAt("/", {
    "/": (
      <>
        <QualityMark uid={ROOF} range={RANGE} />
        <QualityMark uid={ROOF} range={RANGE} device={METER} />
        <QualityMark uid={HALL} range={RANGE} />
      </>
    ),
    "*": <p>elsewhere</p>,
  });
  return all;
}
const MARKS = [mark(ROOF, METER, "2026-11-03"), mark(ROOF, INVERTER, "2026-11-18")];

test("a figure whose data had something noted has a quiet link to the newest of it, a device to its own; others have none", async () => {
  await show();
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")])).toEqual([
    [
      "Data quality: something was noted, last 2026-11-18",
      `/data-quality/${ROOF}?device=${INVERTER}&day=2026-11-18`,
    ],
    [
      "Data quality: something was noted, last 2026-11-03",
      `/data-quality/${ROOF}?device=${METER}&day=2026-11-03`,
    ],
  ]);
});

test("all marks of a screen are asked for in one call, each project once", async () => {
  const all = await show();
  await screen.findAllByRole("link");
  expect(all.map(({ body }) => body)).toEqual([
    { project_uids: [ROOF, HALL], from_date: RANGE.from, to_date: RANGE.to },
  ]);
});

test("marks that cannot be had are no marks, and no fault of the figure beside them", async () => {
  const all = await show(() => refusal(500, "Internal error"));
  await waitFor(() => expect(all).toHaveLength(1));
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("of a range that is longer than may be asked for its last days are", async () => {
  signedInAs("good");
  const all = fakeServer({ [qualityMarks.path]: () => answer(qualityMarks, { marks: [] }) });
  await renderAt("/", { "/": <QualityMark uid={ROOF} range={{ from: "2020-01-01", to: "2026-11-20" }} /> });
  await waitFor(() => expect(all).toHaveLength(1));
  const { from_date, to_date } = qualityMarks.body.parse(all[0]?.body);
  expect(to_date).toBe("2026-11-20");
  expect((Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1).toBe(QUALITY_LIMITS.days);
});
