// History from a CSV file, parsed, checked and stored, against a bare COPY of the very same rows.
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { importFiles, readMapping } from "../server/src/domains/telemetry/index.ts";
import { figure, type Line } from "./measure.ts";
import { benchFollowing, benchRefold } from "./refold.ts";
import { seedFleet, type Stage } from "./stage.ts";

const DEVICES = 100;
const DAYS = 10;
const INTERVAL_S = 300;

const MAPPING = JSON.stringify({
  time: { column: "time", format: "YYYY-MM-DD HH:mm:ss", timezone: "Asia/Ho_Chi_Minh", stamp: "end" },
  interval_s: INTERVAL_S,
  device: { column: "device" },
  columns: {
    counter_kwh: { quantity: "energy_total_wh", unit: "kWh" },
    ac_kw: { quantity: "ac_power_w", unit: "kW" },
    dc_kw: { quantity: "dc_power_w", unit: "kW" },
    volt: { quantity: "ac_voltage_v", unit: "V" },
    ampere: { quantity: "ac_current_a", unit: "A" },
    hertz: { quantity: "ac_frequency_hz", unit: "Hz" },
    celsius: { quantity: "cabinet_temperature_c", unit: "°C" },
  },
});

/** Imports a file of one project, ten days of five minutes and a hundred inverters; answers the ratio to COPY. */
export async function benchImport(stage: Stage, say: (text: string) => void): Promise<Line[]> {
  await seedFleet(stage.pools, { projects: 1, devices: DEVICES, prefix: "I" });
  const project = await stage.pools.db
    .selectFrom("gateway")
    .select(["project_id"])
    .where("serial", "like", "I-%")
    .executeTakeFirstOrThrow();
  const file = join(stage.folder, "history.csv");
  const rows = await writeHistory(file);
  say(`import: ${rows.toLocaleString("en-US")} rows of seven values`);
  const read = readMapping(MAPPING);
  if ("faults" in read) throw new Error(read.faults.join("; "));
  const from = performance.now();
  const summary = await importFiles(
    { pools: stage.pools, projectId: project.project_id, mapping: read.mapping },
    [file],
  );
  const readS = (performance.now() - from) / 1000;
  const imported = rows / readS;
  if (summary.stored !== rows) throw new Error(`${rows} rows were imported and ${summary.stored} are stored`);
  const bare = await bareCopy(stage, rows);
  const ratio = imported / bare;
  return [
    {
      what: "import: CSV rows read, checked, stored",
      reached: `${figure(imported, "rows/s", 0)} = ${figure(ratio, "of COPY", 2)}`,
      goal: "0.5 of COPY",
      met: ratio >= 0.5,
      against: `bare COPY of the same rows, key and all: ${figure(bare, "rows/s", 0)}`,
    },
    await benchFollowing(stage, rows, readS),
    ...(await benchRefold(stage, say)),
  ];
}

async function writeHistory(file: string): Promise<number> {
  const out = createWriteStream(file);
  out.write("time,device,counter_kwh,ac_kw,dc_kw,volt,ampere,hertz,celsius\n");
  const end = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  let rows = 0;
  for (let t = end - DAYS * 86_400_000; t < end; t += INTERVAL_S * 1000) {
    // Local wall clock of Viet Nam, which has no daylight saving.
    const time = new Date(t + 7 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
    let text = "";
    for (let n = 1; n <= DEVICES; n += 1) {
      const kw = 20 + 10 * Math.sin(t / 9e6 + n);
      text += `${time},INV-${n},${(t - 1.7e12) / 1e6},${kw.toFixed(3)},${(kw * 1.03).toFixed(3)},400.${n},${(kw * 1.45).toFixed(2)},50.01,41.${n}\n`;
      rows += 1;
    }
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await finished(out);
  return rows;
}

/** Rows per second of COPY BINARY of the imported rows into an empty table with the same columns and key. */
async function bareCopy(stage: Stage, rows: number): Promise<number> {
  await sql`create table bare_reading (like reading including defaults, primary key (project_id, device_id, ts))`.execute(
    stage.pools.db,
  );
  const client = await stage.pools.pool.connect();
  try {
    const chunks: Buffer[] = [];
    const out = client.query(copyTo("copy (select * from reading) to stdout (format binary)"));
    for await (const chunk of out) chunks.push(chunk as Buffer);
    const from = performance.now();
    const into = client.query(copyFrom("copy bare_reading from stdin (format binary)"));
    for (const chunk of chunks) if (!into.write(chunk)) await once(into, "drain");
    into.end();
    await finished(into);
    return rows / ((performance.now() - from) / 1000);
  } finally {
    client.release();
    await sql`drop table bare_reading`.execute(stage.pools.db);
  }
}
