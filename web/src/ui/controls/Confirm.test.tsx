import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { freshBrowser } from "../../testing/test-kit.tsx";
import { Confirm } from "./Confirm.tsx";

freshBrowser();

const run = vi.fn<() => Promise<void>>();
const close = vi.fn<() => void>();
beforeEach(() => {
  run.mockReset();
  close.mockReset();
});

const ask = () => render(<Confirm title="Sure?" hint="It goes." yes="Yes" no="No" run={run} close={close} />);

test("No closes, and nothing is done", async () => {
  ask();
  expect(screen.getByRole("alertdialog", { name: "Sure?", description: "It goes." })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "No" }));
  expect(close).toHaveBeenCalledOnce();
  expect(run).not.toHaveBeenCalled();
});

test("Yes does it once, and closes when it is done", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  run.mockReturnValue(promise);
  ask();
  const yes = screen.getByRole("button", { name: "Yes" });
  await userEvent.click(yes);
  await userEvent.click(yes);
  expect(run).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  resolve();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test("the focus goes back to where it was", () => {
  render(<button type="button">before</button>);
  screen.getByText("before").focus();
  const { unmount } = ask();
  screen.getByRole("button", { name: "No" }).focus();
  unmount();
  expect(document.activeElement).toBe(screen.getByText("before"));
  cleanup();
});
