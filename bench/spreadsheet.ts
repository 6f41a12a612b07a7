// The spreadsheet of 50 projects over a month of quarter hours with the nine columns of M90, beside the bare writer with the same cells.
import { fork } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { WorkbookWriter } from "@cj-tech-master/excelts";
import { figure, type Line } from "./measure.ts";
import type { HeldMemory } from "./spreadsheet-memory.ts";
import { drained, made, rows } from "./spreadsheet-work.ts";

const PROJECTS = 50;
const COLUMNS = 9;
const MB = 1024 * 1024;
const MOST_RATIO = 1.5;
/** Fifty projects leave no more behind them than ten: this much is allowed for what differs from run to run. */
const MOST_MEMORY = 1.1;

/** The same cells by the library alone. */
async function bare(): Promise<void> {
  const out = new PassThrough({ highWaterMark: MB });
  const reading = drained(out);
  const book = new WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  for (let project = 0; project < PROJECTS; project += 1) {
    const sheet = book.addWorksheet(`Roof ${project + 1}`);
    for (const [at, row] of rows.entries()) {
      const { day, time, status, ...figures } = row;
      sheet.addRow([at + 1, new Date(`${day}T00:00:00Z`), time, ...Object.values(figures), status]).commit();
      if (out.writableNeedDrain) await once(out, "drain");
    }
    sheet.commit();
  }
  await book.commit();
  await reading;
}

/** The processor's time that the work takes, ms: whatever else the machine does meanwhile does not count. */
async function worked(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The memory that a report of so many projects holds, in a process that does nothing else. */
async function held(projects: number): Promise<HeldMemory> {
  const child = fork(new URL("spreadsheet-memory.ts", import.meta.url), [String(projects)], {
    execArgv: ["--expose-gc"],
  });
  const [said] = await once(child, "message");
  return said as HeldMemory; // sent by that file
}

/** What processor time the spreadsheet takes beside the bare writer, and how much memory it holds beside a fifth of it. */
export async function benchSpreadsheet(say: (text: string) => void): Promise<Line[]> {
  say("spreadsheet: 50 projects of a month by quarter hours");
  await made(1);
  const ours = await worked(() => made(PROJECTS));
  const alone = await worked(bare);
  const [small, whole] = [await held(PROJECTS / 5), await held(PROJECTS)];
  const cells = PROJECTS * rows.length * COLUMNS;
  return [
    {
      what: `${PROJECTS} projects × ${figure(rows.length, "rows")} × ${COLUMNS} columns as a spreadsheet`,
      reached: figure(ours / 1000, "s"),
      goal: `≤ ${MOST_RATIO} × the bare writer`,
      met: ours <= MOST_RATIO * alone,
      against: `${figure(alone / 1000, "s")} bare, ${figure(ours / alone, "×", 2)}; ${figure(cells / ours, "cells a ms")}`,
    },
    {
      what: "memory in use while it is made, after each project",
      reached: `${figure(whole.live_mb, "MB")} (the process ${figure(whole.peak_mb, "MB", 0)})`,
      goal: `≤ ${MOST_MEMORY} × a fifth of it`,
      met: whole.live_mb <= MOST_MEMORY * small.live_mb,
      against: `${figure(small.live_mb, "MB")} with ${PROJECTS / 5} projects (the process ${figure(small.peak_mb, "MB", 0)})`,
    },
  ];
}
