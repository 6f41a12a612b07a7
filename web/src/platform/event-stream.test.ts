import fc from "fast-check";
import { expect, test } from "vitest";
import { eventReader } from "./event-stream.ts";

const STREAM =
  'retry: 2000\n\n: \n\nid: 7\nevent: summary\ndata: {"a":1}\n\ndata: one\r\ndata:two\r\n\r\nevent: empty\n\ndata: last\n\n';
const EVENTS = [
  { event: "summary", data: '{"a":1}' },
  { event: "message", data: "one\ntwo" },
  { event: "message", data: "last" },
];

test("events are read with names and data; comments and events without data are passed over", () => {
  expect(eventReader()(STREAM)).toEqual(EVENTS);
});

test("however the stream is cut, the events are the same", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), STREAM.length];
      const read = eventReader();
      const events = ends.flatMap((end, index) => read(STREAM.slice(ends[index - 1] ?? 0, end)));
      expect(events).toEqual(EVENTS);
    }),
  );
});

test("an event that is not complete is not told", () => {
  expect(eventReader()("event: summary\ndata: {}\n")).toEqual([]);
});
