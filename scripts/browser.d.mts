// Types of browser.mjs for the TypeScript that uses it.
/** Path of a program, or undefined. */
export function find(name: string): Promise<string | undefined>;
/** Path of a browser, installed by apt where it is missing and that is possible; undefined without `withBrowser`. */
export function testTools(withBrowser: boolean): Promise<string | undefined>;
