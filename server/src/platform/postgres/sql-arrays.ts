// Arrays of numbers as PostgreSQL writes them in text.

/** The numbers of an array such as {1,NULL,2.5}, null for NULL: quicker to write and to read than JSON, or than pg's arrays. */
export function numbersOrNulls(array: string): (number | null)[] {
  // Such an array is JSON but for its braces and NULL.
  return JSON.parse(`[${array.slice(1, -1).replaceAll("NULL", "null")}]`) as (number | null)[];
}

/** The numbers of an array without NULL. */
export function numbers(array: string): number[] {
  return JSON.parse(`[${array.slice(1, -1)}]`) as number[];
}
