import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { freshBrowser, renderAt } from "../../testing/test-kit.tsx";

freshBrowser();

const OPTIONS = [
  { value: "q", label: "15 minutes" },
  { value: "d", label: "Day" },
  { value: "m", label: "Month" },
];

/** Lets the code of the list arrive. */
let arrive = () => {};
beforeEach(() => {
  // Its module is fetched anew by each test, at the time that the test says.
  vi.resetModules();
  const { promise, resolve } = Promise.withResolvers<null>();
  arrive = () => resolve(null);
  vi.doMock(import("./windows/opened/SelectList.tsx"), async (original) => {
    await promise;
    return original();
  });
});

/** A select whose list is on its way, with the focus. */
async function waiting() {
  const { Select } = await import("./Select.tsx");
  const change = vi.fn<(value: string) => void>();
  function Bins() {
    const [value, setValue] = useState("q");
    const choose = (next: string) => {
      change(next);
      setValue(next);
    };
    return <Select label="Bin" value={value} options={OPTIONS} onChange={choose} />;
  }
  await renderAt("/", { "/": <Bins /> });
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Bin" }));
  return change;
}
const list = () => screen.queryByRole("listbox");
const come = () => act(async () => arrive());

test("keys that choose while the list is on its way have chosen when it comes", async () => {
  const change = await waiting();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect([change.mock.calls, list()]).toEqual([[], null]);
  await come();
  await waitFor(() => expect(change.mock.calls).toEqual([["d"]]));
  expect(list()).toBeNull();
  const box = screen.getByRole("combobox", { name: "Bin" });
  expect([box.textContent.slice(0, 3), document.activeElement]).toEqual(["Day", box]);
});

test("a letter typed meanwhile chooses", async () => {
  const change = await waiting();
  await userEvent.keyboard("m");
  await come();
  await waitFor(() => expect(change.mock.calls).toEqual([["m"]]));
});

test("a list opened meanwhile stands open at what was gone to, and the next keys go on from there", async () => {
  const change = await waiting();
  await userEvent.keyboard(" {ArrowDown}");
  await come();
  await screen.findByRole("listbox");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Day"));
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(change.mock.calls).toEqual([["m"]]));
});
