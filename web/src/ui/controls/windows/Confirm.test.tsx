import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { freshBrowser } from "../../../testing/test-kit.tsx";
import { Confirm } from "./Confirm.tsx";

freshBrowser();

const run = vi.fn<() => Promise<void>>();
const close = vi.fn<() => void>();
beforeEach(() => {
  run.mockReset();
  close.mockReset();
});

const question = <Confirm title="Sure?" hint="It goes." yes="Yes" no="No" run={run} close={close} />;

test("No closes, and nothing is done", async () => {
  render(question);
  expect(screen.getByRole("alertdialog", { name: "Sure?", description: "It goes." })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "No" }));
  expect(close).toHaveBeenCalledOnce();
  expect(run).not.toHaveBeenCalled();
});

test("Yes does it once, and closes when it is done", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  run.mockReturnValue(promise);
  render(question);
  const yes = screen.getByRole("button", { name: "Yes" });
  await userEvent.click(yes);
  await userEvent.click(yes);
  expect(run).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  resolve();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

const page = (asked: boolean) => (
  <>
    <button type="button">before</button>
    {asked && question}
  </>
);

test("the focus begins at No, and goes back to where it was", async () => {
  const { rerender } = render(page(false));
  screen.getByText("before").focus();
  rerender(page(true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "No" })));
  rerender(page(false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("before")));
});
