import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { freshBrowser, renderAt } from "../../testing/test-kit.tsx";
import { Segmented } from "./Segmented.tsx";

freshBrowser();
const show = (node: React.ReactNode) => renderAt("/", { "/": node });

test("of a few side by side one is chosen, by a press or by the arrows; a picture has a name, and two groups do not mix", async () => {
  await show(
    <>
      <Sides label="View" />
      <Sides label="Other view" />
    </>,
  );
  const group = within(screen.getByRole("radiogroup", { name: "View" }));
  const chosen = () => group.getByRole<HTMLInputElement>("radio", { checked: true }).value;
  expect(group.getByRole("radio", { name: "EN", description: "English" })).toBeTruthy();
  await userEvent.click(group.getByRole("radio", { name: "As a map" }));
  expect(chosen()).toBe("map");
  await userEvent.tab();
  const other = screen.getByRole("radiogroup", { name: "Other view" });
  expect(other.contains(document.activeElement)).toBe(true);
  await userEvent.tab({ shift: true });
  await userEvent.keyboard("{ArrowLeft}");
  expect(chosen()).toBe("list");
  expect(within(other).getByRole<HTMLInputElement>("radio", { checked: true }).value).toBe("list");
});

function Sides({ label }: { label: string }) {
  const [side, setSide] = useState<"list" | "map">("list");
  return (
    <Segmented
      label={label}
      value={side}
      options={[
        { value: "list", label: "EN", name: "English" },
        { value: "map", label: <svg aria-hidden />, name: "As a map" },
      ]}
      onChange={setSide}
    />
  );
}
