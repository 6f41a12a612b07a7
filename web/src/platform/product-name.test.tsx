import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { freshBrowser } from "../testing/test-kit.tsx";
import { keepProductName, useProductName } from "./product-name.ts";
import { useTitle } from "./title.ts";

freshBrowser();

function Page() {
  useTitle("Overview");
  return <p>{useProductName()}</p>;
}

test("the installation's own name is shown and kept, in the title too", () => {
  render(<Page />);
  expect(screen.getByText("Heliograph")).toBeTruthy();
  act(() => keepProductName("Sunny Portal"));
  expect(screen.getByText("Sunny Portal")).toBeTruthy();
  expect(document.title).toBe("Overview · Sunny Portal");
  expect(localStorage.getItem("product_name")).toBe("Sunny Portal");
});
