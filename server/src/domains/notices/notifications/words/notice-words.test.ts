import { expect, test } from "vitest";
import { noticeText, type NoticeFacts } from "./notice-words.ts";

const facts: NoticeFacts = {
  kind: "gateway_silent",
  is_region: false,
  is_escalation: false,
  alarms: 1,
  first_at: new Date("2026-11-23T07:02:00Z"),
  resolved_at: null,
  projects: [{ name: "Nhà máy A", timezone: "Asia/Ho_Chi_Minh" }],
  project_count: 1,
};

test("a notice says what it is, where and since when by the project's clocks, in three languages", () => {
  expect(noticeText("en", facts)).toEqual({
    title: "Gateway out of contact",
    body: "Nhà máy A · since 14:02 23/11",
  });
  expect(noticeText("vi", facts).title).toBe("Gateway mất liên lạc");
  expect(noticeText("zh", { ...facts, kind: "swh_s1_error" }).title).toBe("热水器报错误");
});

test("a notice of a region names how many projects it is about, and some of them", () => {
  const projects = ["A", "B", "C", "D"].map((name) => ({ name, timezone: "Asia/Ho_Chi_Minh" }));
  const region = { ...facts, is_region: true, alarms: 12, projects, project_count: 12 };
  expect(noticeText("en", region)).toEqual({
    title: "12 projects near each other are out of contact",
    body: "A, B, C and 9 more · 12 alarms · since 14:02 23/11",
  });
});

test("what nobody has taken says so in three languages, and no more when it is over", () => {
  const escalated = { ...facts, is_escalation: true };
  expect(noticeText("en", escalated).title).toBe("Nobody has taken it: Gateway out of contact");
  expect(noticeText("vi", escalated).title).toBe("Chưa ai nhận xử lý: Gateway mất liên lạc");
  expect(noticeText("zh", { ...escalated, kind: "swh_s1_error" }).title).toBe("无人处理：热水器报错误");
  expect(noticeText("en", { ...escalated, resolved_at: new Date("2026-11-23T08:30:00Z") }).title).toBe(
    "Resolved: Gateway out of contact",
  );
});

test("what is over says until when", () => {
  expect(noticeText("en", { ...facts, resolved_at: new Date("2026-11-23T08:30:00Z") })).toEqual({
    title: "Resolved: Gateway out of contact",
    body: "Nhà máy A · since 14:02 23/11 · until 15:30 23/11",
  });
});

test("the longest names leave a push below three kilobytes", () => {
  const projects = Array.from({ length: 50 }, () => ({
    name: "力".repeat(200),
    timezone: "Asia/Ho_Chi_Minh",
  }));
  const text = noticeText("zh", { ...facts, is_region: true, alarms: 9999, projects, project_count: 9999 });
  expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(2500);
});
