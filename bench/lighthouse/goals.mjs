// What a page must reach, of 100, in the median of its runs.

/**
 * @param {string} page name in web/src/paths.ts
 * @param {"desktop" | "mobile"} form
 * @returns {{ performance: number, accessibility: number }}
 */
export function goalsOf(page, form) {
  // A phone on a slow network: the login page is how one meets the product, the others are behind it.
  const onPhone = page === "login" ? 95 : 80;
  return { performance: form === "desktop" ? 95 : onPhone, accessibility: 95 };
}

/**
 * The value in the middle; of an even number the lower one of the two.
 * @param {number[]} values at least one
 */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
