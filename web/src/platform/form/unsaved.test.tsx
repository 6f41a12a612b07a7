import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import { freshBrowser, renderAt, signedInAs } from "../../testing/test-kit.tsx";
import { TextField } from "../../ui/controls/TextField.tsx";
import { FormDrawer } from "./FormDrawer.tsx";
import { useContractForm } from "./use-contract-form.ts";

freshBrowser();

const NAMED = { body: z.object({ name: z.string().min(2) }) };

function NameForm({
  label,
  guarded = true,
  leaves = false,
}: {
  label: string;
  guarded?: boolean;
  leaves?: boolean;
}) {
  const navigate = useNavigate();
  const form = useContractForm(NAMED, {
    defaults: { name: "" },
    toBody: (values) => values,
    guarded,
    send: ({ name }) => Promise.resolve(name),
    onSaved: () => leaves && void navigate("/elsewhere"),
  });
  return (
    <form onSubmit={form.submit}>
      <TextField {...form.field("name")} label={label} />
      <button type="submit" disabled={!form.dirty}>
        Save {label}
      </button>
    </form>
  );
}

const LOST = "What you have entered is lost if you go on.";
const type = (label: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: "Ann" } });
const leave = () => fireEvent.click(screen.getByText("Away"));
const answerWith = async (name: string) => {
  fireEvent.click(await screen.findByRole("button", { name }));
  await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
};
const closesTab = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

const show = (page: React.ReactNode) => {
  signedInAs("good");
  return renderAt("/", {
    "/": (
      <>
        {page}
        <Link to="/elsewhere">Away</Link>
      </>
    ),
    "/elsewhere": <p>Elsewhere</p>,
  });
};

test("a form of any page asks before the page or the tab is left over it, until it is saved", async () => {
  await show(<NameForm label="Name" />);
  expect(closesTab()).toBe(false);
  type("Name");
  await waitFor(() => expect(closesTab()).toBe(true));
  leave();
  await answerWith("Keep editing");
  expect(screen.queryByText("Elsewhere")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Save Name" }));
  await waitFor(() => expect(closesTab()).toBe(false));
  leave();
  expect(await screen.findByText("Elsewhere")).toBeTruthy();
  expect(screen.queryByText(LOST)).toBeNull();
});

test("what was typed is thrown away where that is agreed to", async () => {
  await show(<NameForm label="Name" />);
  type("Name");
  await waitFor(() => expect(closesTab()).toBe(true));
  leave();
  await answerWith("Discard changes");
  expect(await screen.findByText("Elsewhere")).toBeTruthy();
  expect(closesTab()).toBe(false);
});

test("a form that leaves its page once it is saved asks nothing", async () => {
  await show(<NameForm label="Name" leaves />);
  type("Name");
  await waitFor(() => expect(closesTab()).toBe(true));
  fireEvent.click(screen.getByRole("button", { name: "Save Name" }));
  expect(await screen.findByText("Elsewhere")).toBeTruthy();
  expect(screen.queryByText(LOST)).toBeNull();
});

test("a form that only asks for something, and a session that has ended, hold nobody", async () => {
  await show(
    <>
      <NameForm label="Range" guarded={false} />
      <NameForm label="Name" />
    </>,
  );
  type("Range");
  expect(closesTab()).toBe(false);
  type("Name");
  await waitFor(() => expect(closesTab()).toBe(true));
  localStorage.removeItem("access_token");
  expect(closesTab()).toBe(false);
});

function WithDrawer() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <NameForm label="Page" />
      <FormDrawer open={open} onClose={() => setOpen(false)} title="Window">
        <NameForm label="Inside" />
      </FormDrawer>
    </>
  );
}

test("a window asks before it closes over its own form, and not over one of the page behind it", async () => {
  await show(<WithDrawer />);
  await screen.findByRole("dialog", { name: "Window" });
  type("Page");
  type("Inside");
  await waitFor(() => expect(closesTab()).toBe(true));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await answerWith("Keep editing");
  expect(screen.getByLabelText("Inside")).toHaveProperty("value", "Ann");
  const save = screen.getByRole("button", { name: "Save Inside" });
  fireEvent.click(save);
  await waitFor(() => expect(save).toHaveProperty("disabled", true));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Window" })).toBeNull());
  expect(screen.queryByText(LOST)).toBeNull();
  // What the page holds is not saved still.
  expect(closesTab()).toBe(true);
});
