/** The names that are given, in one attribute; undefined and false are left out. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== false && name !== "").join(" ");
