// Items of a record that a reviewer marks with a reason, and that whoever answers changes or gives an answer to.

/** Of marked items those that were neither changed nor answered, in the order of the marks. */
export const unansweredItems = <Item extends string>(
  marks: readonly { readonly item: Item }[],
  changed: readonly Item[],
  answers: readonly { readonly item: Item }[],
): Item[] =>
  marks
    .map(({ item }) => item)
    .filter((item) => !changed.includes(item) && !answers.some((one) => one.item === item));
