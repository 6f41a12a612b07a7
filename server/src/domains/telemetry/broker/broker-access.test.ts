import { expect, test } from "vitest";
import { GATEWAY_TOPICS, isClientIdOf } from "@heliograph/contract";
import { downTopic, missingBefore, upTopic, type Sequence, type UpTopic } from "./broker-access.ts";

test("a gateway publishes to its own five topics and to no other", () => {
  for (const name of ["birth", "readings", "events", "ack", "state"] as const) {
    expect(upTopic("GW-1", GATEWAY_TOPICS[name]("GW-1"))).toBe(name);
    expect(upTopic("GW-1", GATEWAY_TOPICS[name]("GW-2"))).toBeNull();
  }
  for (const topic of [
    GATEWAY_TOPICS.command("GW-1"),
    GATEWAY_TOPICS.result("GW-1"),
    "$SYS/x",
    "hg/v1/GW-1/readings/",
    "hg/v1/GW-1",
  ]) {
    expect(upTopic("GW-1", topic)).toBeNull();
  }
});

test("a gateway subscribes to its commands and results by name and to nothing else", () => {
  for (const topic of ["command", "hold", "result"] as const) {
    expect(downTopic("GW-1", GATEWAY_TOPICS[topic]("GW-1"))).toBe(topic);
  }
  for (const topic of [
    "#",
    "+",
    "hg/v1/+/result",
    "hg/v1/GW-1/#",
    "$SYS/#",
    "$share/g/hg/v1/GW-1/result",
    GATEWAY_TOPICS.result("GW-2"),
    GATEWAY_TOPICS.readings("GW-1"),
  ]) {
    expect(downTopic("GW-1", topic)).toBeNull();
  }
});

test("a connection bears the serial of its gateway, so that no gateway can take over another's", () => {
  expect(isClientIdOf("GW-1", "GW-1")).toBe(true);
  expect(isClientIdOf("GW-1", "GW-1.pub")).toBe(true);
  const others = ["", "GW-2", "GW-1-2", "GW-12", "gw-1", "x.GW-1", `GW-1.${"x".repeat(80)}`];
  expect(others.filter((id) => isClientIdOf("GW-1", id))).toEqual([]);
});

test("holes in the sequence are told once, repeats are none, and a birth begins anew", () => {
  const sequence: Sequence = { last: null, quietUntil: 0 };
  const hear = (seq: number, now: number, topic: UpTopic = "readings") =>
    missingBefore(sequence, { topic, seq }, now);
  expect(hear(41, 0)).toBeNull();
  expect(hear(42, 0)).toBeNull();
  expect(hear(45, 0)).toEqual({ first: 43, last: 44 });
  expect(hear(44, 0)).toBeNull();
  expect(hear(46, 0)).toBeNull();
  expect(hear(48, 9000)).toBeNull();
  expect(hear(50, 10_000)).toEqual({ first: 49, last: 49 });
  expect(hear(0, 30_000, "birth")).toBeNull();
  expect(hear(1, 30_000)).toBeNull();
  expect(hear(3, 30_000)).toEqual({ first: 2, last: 2 });
});
