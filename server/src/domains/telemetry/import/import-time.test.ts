import { expect, test } from "vitest";
import { instantsIn, stampReader } from "./import-time.ts";

const wall = (text: string) => ({ wall: Date.parse(`${text}Z`) });

test.each([
  ["ISO", "2020-05-15T00:15:00Z", { at: Date.parse("2020-05-15T00:15:00Z") }],
  ["ISO", "2020-05-15 00:15:00+05:30", { at: Date.parse("2020-05-14T18:45:00Z") }],
  ["ISO", "2014-02-14T00:00:00.983Z", { at: Date.parse("2014-02-14T00:00:00.983Z") }],
  ["ISO", "2020-05-15 00:15", wall("2020-05-15T00:15:00")],
  ["ISO", "2020-05-15", wall("2020-05-15T00:00:00")],
  ["unix", "1589500800", { at: 1_589_500_800_000 }],
  ["unix", "1589500800.25", { at: 1_589_500_800_250 }],
  ["unix_ms", "1589500800123", { at: 1_589_500_800_123 }],
  ["DD-MM-YYYY HH:mm", "15-05-2020 23:45", wall("2020-05-15T23:45:00")],
  ["D.M.YY H:mm", "5.7.20 9:05", wall("2020-07-05T09:05:00")],
  ["MM/DD/YYYY hh:mm A", "05/15/2020 12:05 AM", wall("2020-05-15T00:05:00")],
  ["MM/DD/YYYY h:mm A", "05/15/2020 12:05 p.m.", wall("2020-05-15T12:05:00")],
  ["YYYYMMDD'T'HHmmss", "20200515T101112", wall("2020-05-15T10:11:12")],
  ["YYYY-MM-DD HH:mm:ss.SSS", "2020-05-15 10:11:12.5", wall("2020-05-15T10:11:12.500")],
  ["DD.MM.YYYY HH:mm", "31.12.2020 24:00", wall("2021-01-01T00:00:00")],
])("in the format %s the stamp %s is read", (format, text, expected) => {
  expect(stampReader(format)?.(text)).toEqual(expected);
});

test.each([
  ["DD-MM-YYYY HH:mm", "05/15/2020 10:00"],
  ["DD-MM-YYYY HH:mm", "31-02-2020 10:00"],
  ["DD-MM-YYYY HH:mm", "15-13-2020 10:00"],
  ["DD-MM-YYYY HH:mm", "15-05-2020 24:30"],
  ["DD-MM-YYYY HH:mm", "15-05-2020 10:60"],
  ["DD-MM-YYYY HH:mm", "15-05-2020 10:00 "],
  ["MM/DD/YYYY hh:mm A", "05/15/2020 13:05 PM"],
  ["ISO", "15-05-2020"],
  ["unix", "yesterday"],
])("in the format %s the text %s is no stamp", (format, text) => {
  expect(stampReader(format)?.(text)).toBeNull();
});

test("a format needs a year, a month and a day, each once", () => {
  const formats = ["HH:mm", "YYYY-MM", "DD-MM HH:mm", "YYYY-MM-DD DD", ""];
  for (const format of formats) expect(stampReader(format)).toBeNull();
});

const utc = (timezone: string, text: string) =>
  instantsIn(timezone)(Date.parse(`${text}Z`)).map((at) => new Date(at).toISOString().slice(0, 16));

test.each([
  ["Asia/Kolkata", "2020-05-15T00:00", ["2020-05-14T18:30"]],
  ["+05:30", "2020-05-15T00:00", ["2020-05-14T18:30"]],
  ["Europe/Berlin", "2026-03-29T01:59", ["2026-03-29T00:59"]],
  ["Europe/Berlin", "2026-03-29T02:30", []],
  ["Europe/Berlin", "2026-03-29T03:00", ["2026-03-29T01:00"]],
  ["Europe/Berlin", "2026-10-25T02:30", ["2026-10-25T00:30", "2026-10-25T01:30"]],
  ["Australia/Lord_Howe", "2026-04-05T01:45", ["2026-04-04T14:45", "2026-04-04T15:15"]],
  ["America/Santiago", "2026-09-06T00:30", []],
])("clocks in %s show %s at %j", (timezone, text, expected) => {
  expect(utc(timezone, text)).toEqual(expected);
});
