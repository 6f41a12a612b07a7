// A year of hours in files as people have them, and how a page is given them.
import type { Page } from "@playwright/test";

const DAYS = 366;
const pad = (value: number) => String(value).padStart(2, "0");

/** A year of hours; a day gives 40 kWh an inverter. */
function hours(line: (stamp: { day: Date; hour: number }, index: number) => string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < DAYS; at += 1) {
    const day = new Date(Date.UTC(2024, 0, 1 + at));
    for (let hour = 0; hour < 24; hour += 1) lines.push(line({ day, hour }, at * 24 + hour));
  }
  return lines;
}
const isSun = (hour: number) => hour >= 8 && hour < 16;
const dateOf = (day: Date) => day.toISOString().slice(0, 10);

/** Two inverters and a sensor side by side, as nobody's portal writes them. */
export function wide(): string {
  const header =
    "Start Time,INV-1 Active power(kW),INV-1 Total yield(kWh),INV-2 Active power(kW),INV-2 Total yield(kWh),EMI Irradiance(W/m²),Revenue(VND)";
  let total = 1000;
  const lines = hours(({ day, hour }) => {
    const power = isSun(hour) ? 5 : 0;
    total += power;
    return `${dateOf(day)} ${pad(hour)}:30,${power},${total},${power},${total + 5000},${power * 100},7`;
  });
  return `${[header, ...lines].join("\n")}\n`;
}

/** The chart of a site, as SolarEdge writes it. */
export const chart = () =>
  `${["Time,System Production (Wh),Export (Wh)", ...hours(({ day, hour }) => `${pad(day.getUTCMonth() + 1)}/${pad(day.getUTCDate())}/2024 ${pad(hour)}:00,${isSun(hour) ? 5000 : 0},0`)].join("\n")}\n`;

/** Gives the page a file, as dropping it does. */
export async function drop(page: Page, name: string, content: string) {
  await page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
}
