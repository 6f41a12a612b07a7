import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { freshBrowser, renderAt } from "../../testing/test-kit.tsx";
import { NumberField } from "./NumberField.tsx";

freshBrowser();
const show = (node: React.ReactNode) => renderAt("/", { "/": node });

test("a number takes both decimal signs, keeps what is out of range, and null for nothing", async () => {
  const changes: (number | null)[] = [];
  function Page() {
    const [value, setValue] = useState<number | null>(12);
    const change = (next: number | null) => {
      changes.push(next);
      setValue(next);
    };
    return <NumberField label="Power" unit="kW" min={5} max={20} value={value} onChange={change} />;
  }
  await show(<Page />);
  const input = screen.getByLabelText<HTMLInputElement>("Power");
  await userEvent.clear(input);
  expect(changes.at(-1)).toBeNull();
  await userEvent.type(input, "1.5");
  expect(changes.at(-1)).toBe(1.5);
  await userEvent.tab();
  expect(input.value).toBe("1.5");
});

/** What the field has handed on, as text. */
const value = () => screen.getByRole("status").textContent;

function Stepped() {
  const [power, setPower] = useState<number | null>(19.5);
  return (
    <>
      <NumberField label="Power" steps min={0} max={20} step={0.1} value={power} onChange={setPower} />
      <output>{String(power)}</output>
    </>
  );
}

test("a number keeps its groups as the language writes them, and arrows and buttons stay within its limits", async () => {
  await show(<Stepped />);
  const input = screen.getByLabelText<HTMLInputElement>("Power");
  await userEvent.click(screen.getByRole("button", { name: "Increase" }));
  expect(value()).toBe("19.6");
  await userEvent.click(input);
  await userEvent.keyboard("{ArrowUp>6/}");
  expect([value(), input.value]).toEqual(["20", "20"]);
  await userEvent.clear(input);
  await userEvent.type(input, "2,204.07");
  expect([value(), input.value]).toEqual(["2204.07", "2,204.07"]);
  await userEvent.clear(input);
  await userEvent.type(input, "two");
  expect([value(), input.value]).toEqual(["NaN", "two"]);
});
