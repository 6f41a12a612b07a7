// What tests of tables do.
import { screen, within } from "@testing-library/react";
import type { userEvent } from "@testing-library/user-event";

type User = ReturnType<typeof userEvent.setup>;

/** Shows every column that the menu of columns has. */
export async function showAllColumns(user: User): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const menu = await screen.findByRole("dialog");
  for (const box of within(menu).getAllByRole<HTMLInputElement>("checkbox")) {
    if (!box.checked) await user.click(box);
  }
  await user.keyboard("{Escape}");
}

/** Presses each head that sorts, one after the other. */
export async function pressEachHead(user: User): Promise<void> {
  for (const head of screen.getAllByRole("columnheader")) {
    const sorts = within(head).queryByRole("button");
    if (sorts !== null) await user.click(sorts);
  }
}
