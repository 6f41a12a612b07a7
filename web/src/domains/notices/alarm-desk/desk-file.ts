import { csvText } from "@heliograph/contract/kernel/csv";
import { alarmDesk, type DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { call } from "../../../platform/call.ts";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import type { Words } from "../../../platform/words.ts";
import { deskRequest } from "./desk-queries.ts";
import type { DeskView } from "./desk-view.ts";
import { titleOf } from "./desk-words.ts";

/** Rows of a file at most, and of one call. */
const MOST = 1000;
const AT_ONCE = 100;

/** The lines of the file: one an alarm, its head first. Energies in kWh, costs in VND. */
function deskLines(alarms: readonly DeskAlarm[], words: Words): string {
  const { text, format } = words;
  const head = [
    text("desk.number", { n: "" }),
    text("desk.project"),
    text("desk.cause"),
    text("desk.severity"),
    text("desk.state"),
    text("desk.since"),
    `${text("desk.cost")} VND/h ≥`,
    `${text("desk.cost")} VND/h ≤`,
    `${text("desk.lost")} kWh`,
    `${text("desk.lost")} VND`,
    text("desk.owner"),
  ];
  const rows = alarms.map((alarm) => [
    text("desk.number", { n: alarm.number }),
    alarm.project.name,
    titleOf(alarm, words),
    text(`alarms.${alarm.severity}`),
    text(`desk.group.${alarm.group}`),
    `${format.dateTime(Date.parse(alarm.started_at), alarm.project.timezone)} ${alarm.project.timezone}`,
    alarm.cost === null ? null : Number(alarm.cost.least_vnd),
    alarm.cost === null ? null : Number(alarm.cost.most_vnd),
    alarm.lost_wh / 1000,
    Number(alarm.lost_vnd),
    alarm.holder?.name ?? null,
  ]);
  return csvText(head, rows, format.lang);
}

/** Saves what the view shows, on all of its pages, and returns how many of how many alarms the file holds. */
export async function saveDesk(view: DeskView, words: Words): Promise<{ rows: number; all: number }> {
  const found: DeskAlarm[] = [];
  let all = 0;
  for (let page = 1; page === 1 || found.length < Math.min(all, MOST); page += 1) {
    const query = { ...deskRequest(view), page, page_size: AT_ONCE };
    const answer = await call(alarmDesk, { query });
    all = answer.total_items;
    found.push(...answer.items);
    if (answer.items.length < AT_ONCE) break;
  }
  saveFile(fileName(words.text("desk.title"), "csv"), deskLines(found, words));
  return { rows: found.length, all };
}
