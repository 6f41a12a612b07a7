import { cleanup, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, expect, test } from "vitest";
import { Arrival, Sliced } from "./Sliced.tsx";

afterEach(cleanup);

test("what is made in slices stands behind its fallback once, and then takes its place for good", () => {
  const seen: string[] = [];
  const page = (words: string) => (
    <Profiler id="page" onRender={() => seen.push(document.body.textContent)}>
      <Sliced fallback={<p>Waiting</p>}>
        <p>{words}</p>
      </Sliced>
    </Profiler>
  );
  const { rerender } = render(page("Rows"));
  expect(seen).toEqual(["Waiting", "Rows"]);
  expect(screen.getByText("Rows")).toBeTruthy();
  rerender(page("Other rows"));
  expect(seen).toEqual(["Waiting", "Rows", "Other rows"]);
});

test("what comes with the page has no fallback before it", () => {
  const seen: string[] = [];
  render(
    <Arrival value={{ current: true }}>
      <Profiler id="page" onRender={() => seen.push(document.body.textContent)}>
        <Sliced fallback={<p>Waiting</p>}>
          <p>Rows</p>
        </Sliced>
      </Profiler>
    </Arrival>,
  );
  expect(seen).toEqual(["Rows"]);
});
