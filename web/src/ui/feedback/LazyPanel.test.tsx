import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LazyPanel } from "./LazyPanel.tsx";

/** Brings what is watched into sight. */
let see: () => void = () => {};

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        see = () => act(() => seen([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const panel = (
  <LazyPanel title="Alarms" height={{ desktop: 400, phone: 300 }}>
    <section>
      <h2>Alarms</h2>
      <button type="button">Try again</button>
    </section>
  </LazyPanel>
);
const made = () => screen.queryByRole("button", { name: "Try again" }) !== null;

test("a panel out of sight is not made, but has its heading and a stop of the keyboard", () => {
  render(panel);
  expect(made()).toBe(false);
  expect(screen.getByRole("heading", { name: "Alarms" })).toBeTruthy();
  expect(screen.getByRole("group", { name: "Alarms" }).tabIndex).toBe(0);
});

test("a panel that comes into sight is made, and its place is no stop of the keyboard any more", () => {
  const { container } = render(panel);
  see();
  expect(made()).toBe(true);
  expect(container.querySelector("[tabindex]")).toBeNull();
});

test("a panel that the keyboard comes to is made, and the focus stays before its first control", () => {
  render(panel);
  const place = screen.getByRole("group", { name: "Alarms" });
  place.focus();
  fireEvent.focus(place);
  expect(made()).toBe(true);
  expect(document.activeElement).toBe(place);
});

test("a page that is printed has all its panels at once", () => {
  render(panel);
  dispatchEvent(new Event("beforeprint"));
  expect(made()).toBe(true);
});
