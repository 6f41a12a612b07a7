import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { freshBrowser, renderAt } from "../../testing/test-kit.tsx";
import { Messages } from "../feedback/messages.tsx";
import { say } from "../feedback/say.ts";
import { Button } from "./Button.tsx";
import { ReasonedButton } from "./ReasonedButton.tsx";
import { Combobox, MultiCombobox } from "./Combobox.tsx";
import { Dialog } from "./windows/Dialog.tsx";
import { Drawer } from "./windows/Drawer.tsx";
import { MenuButton } from "./windows/MenuButton.tsx";
import { Popover } from "./windows/Popover.tsx";
import { Select } from "./Select.tsx";
import type { Option } from "./windows/opened/props.ts";
import { RangeSlider } from "./Slider.tsx";
import { Tabs } from "./Tabs.tsx";
import { PasswordField, TextField } from "./TextField.tsx";

freshBrowser();
const show = (node: React.ReactNode) => renderAt("/", { "/": node });

test("a menu moves by arrows, runs its entry once, and gives the focus back", async () => {
  const run = vi.fn<() => void>();
  await show(
    <MenuButton
      label="More"
      items={[
        { key: "a", label: "First", run: () => {} },
        { key: "off", label: "Off", disabled: true, run: () => {} },
        "divider",
        { key: "b", label: "Second", run },
      ]}
    >
      …
    </MenuButton>,
  );
  const button = screen.getByRole("button", { name: "More" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("menu");
  await userEvent.keyboard("{End}{Enter}");
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" })));
});

test("a menu that is a choice tells which entry is in force", async () => {
  await show(
    <MenuButton
      label="Language"
      chosen="vi"
      items={[
        { key: "vi", label: "Tiếng Việt", run: () => {} },
        { key: "en", label: "English", run: () => {} },
      ]}
    >
      VI
    </MenuButton>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Language" }));
  expect(await screen.findByRole("menuitemradio", { name: "Tiếng Việt", checked: true })).toBeTruthy();
  expect(screen.getByRole("menuitemradio", { name: "English", checked: false })).toBeTruthy();
});

function Sheet() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Sheet">
        <Popover label="Small" content={<p>inside</p>}>
          <Button>More</Button>
        </Popover>
      </Drawer>
    </>
  );
}

test("Escape closes only the innermost window, and the focus goes back each time", async () => {
  await show(<Sheet />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  const drawer = await screen.findByRole("dialog", { name: "Sheet" });
  await userEvent.click(within(drawer).getByRole("button", { name: "More" }));
  await screen.findByRole("dialog", { name: "Small" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Small" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Sheet" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
});

test("a dialog has its name, closes by its cross, and not by a press beside it where something is typed", async () => {
  const close = vi.fn<() => void>();
  await show(
    <Dialog onClose={close} title="Window" description="About it" holdsInput>
      <TextField label="Name" value="" onChange={() => {}} />
    </Dialog>,
  );
  const dialog = await screen.findByRole("dialog", { name: "Window", description: "About it" });
  await userEvent.click(document.body);
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(close).toHaveBeenCalledOnce();
});

test("a select shows the label of its value, and gives the one that is chosen", async () => {
  const change = vi.fn<(value: string) => void>();
  await show(
    <Select
      label="Bin"
      value="h"
      options={[
        { value: "h", label: "1 hour" },
        { value: "d", label: "1 day" },
      ]}
      onChange={change}
    />,
  );
  const field = screen.getByRole("combobox", { name: "Bin" });
  expect(field.textContent).toContain("1 hour");
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole("option", { name: "1 day" }));
  expect(change).toHaveBeenCalledWith("d");
});

function Parts() {
  const [tab, setTab] = useState<"a" | "b">("a");
  return (
    <Tabs
      label="Parts"
      tabs={[
        { key: "a", label: "One" },
        { key: "b", label: "Two", count: 3 },
      ]}
      value={tab}
      onChange={setTab}
    >
      <p>panel {tab}</p>
    </Tabs>
  );
}

test("tabs move by arrows and show the panel of the chosen one", async () => {
  await show(<Parts />);
  screen.getByRole("tab", { name: "One" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(await screen.findByRole("tabpanel", { name: "Two 3" })).toBeTruthy();
  expect(screen.getByText("panel b")).toBeTruthy();
});

test("a fault is tied to its field, and a password can be shown", async () => {
  await show(
    <PasswordField label="Password" value="secret" onChange={() => {}} fault="Too short" hint="8 or more" />,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  expect(input.type).toBe("password");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const described = input.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(["8 or more", "Too short"]);
  await userEvent.click(screen.getByRole("button", { name: "Show the password" }));
  expect(input.type).toBe("text");
});

const PROVINCES: Option[] = [
  { value: "hn", label: "Hà Nội" },
  { value: "dl", label: "Đắk Lắk" },
  { value: "dn", label: "Đà Nẵng" },
];

test("a combobox finds without accents, and Enter takes what is found", async () => {
  const change = vi.fn<(value: Option | null) => void>();
  await show(<Combobox label="Province" options={PROVINCES} value={null} onChange={change} />);
  const input = screen.getByRole("combobox", { name: "Province" });
  await userEvent.click(input);
  await userEvent.keyboard("dak");
  await screen.findByRole("option", { name: "Đắk Lắk" });
  await userEvent.keyboard("{Enter}");
  expect(change).toHaveBeenCalledWith(PROVINCES[1]);
});

test("a combobox that asks a server says when nothing is found and when it failed", async () => {
  let fails = false;
  const search = async () => {
    if (fails) throw new Error("off");
    return [];
  };
  await show(<Combobox label="Project" search={search} value={null} onChange={() => {}} />);
  await userEvent.click(screen.getByRole("combobox", { name: "Project" }));
  expect(await screen.findByText("Nothing found")).toBeTruthy();
  fails = true;
  await userEvent.keyboard("x");
  expect(await screen.findByText("Could not be loaded. Please try again.")).toBeTruthy();
});

test("a combobox asks its server for nothing before it is opened", async () => {
  const search = vi.fn<() => Promise<readonly Option[]>>(() => Promise.resolve(PROVINCES));
  await show(
    <>
      <Combobox label="Project" search={search} value={null} onChange={() => {}} />
      <Combobox label="Province" search={() => Promise.resolve(PROVINCES)} value={null} onChange={() => {}} />
    </>,
  );
  await userEvent.click(screen.getByRole("combobox", { name: "Province" }));
  expect(await screen.findByRole("option", { name: "Đắk Lắk" })).toBeTruthy();
  expect(search).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("combobox", { name: "Project" }));
  await vi.waitFor(() => expect(search).toHaveBeenCalledOnce());
});

test("of several chosen, one is taken out by its button", async () => {
  const change = vi.fn<(value: readonly Option[]) => void>();
  await show(
    <MultiCombobox label="Provinces" options={PROVINCES} value={PROVINCES.slice(0, 2)} onChange={change} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Remove Hà Nội" }));
  expect(change).toHaveBeenCalledWith([PROVINCES[1]]);
});

test("the two thumbs of a range are named and say their values in our words", async () => {
  const change = vi.fn<(value: readonly [number, number]) => void>();
  await show(
    <RangeSlider label="Hours" min={0} max={24} value={[6, 18]} text={(n) => `${n} h`} onChange={change} />,
  );
  const from = screen.getByRole("slider", { name: "Hours: From" });
  expect(from.getAttribute("aria-valuetext")).toBe("6 h");
  from.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(change).toHaveBeenCalledWith([7, 18]);
});

test("a button with a reason against it stays reachable, says the reason, and does nothing", async () => {
  const press = vi.fn<() => void>();
  await show(
    <ReasonedButton reason="You may only read" onClick={press}>
      Save
    </ReasonedButton>,
  );
  const button = screen.getByRole("button", { name: "Save", description: "You may only read" });
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(screen.getAllByText("You may only read").length).toBeGreaterThan(1);
});

test("what is said from anywhere is shown once, the same key replaces it, and it can be closed", async () => {
  await show(<Messages />);
  say.success({ content: "Saved", key: "save" });
  await screen.findAllByText("Saved");
  say.error({ content: "Not saved", key: "save" });
  const [sentence] = await screen.findAllByText("Not saved");
  expect(screen.queryByText("Saved")).toBeNull();
  expect(sentence).toBeTruthy();
});
