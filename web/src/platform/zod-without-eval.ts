// zod may compile its schemas by `new Function`. The content security policy forbids that, and a browser reports each try. This
// is what z.config({ jitless: true }) sets; done without zod, as the login page comes without it, and schemas look here when
// they are made. Imported first of all by the entry.
declare global {
  // zod's name.
  // oxlint-disable-next-line eslint/no-underscore-dangle
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/** True: no schema of this page is compiled. */
export const ZOD_WITHOUT_EVAL = true;

// oxlint-disable-next-line eslint/no-underscore-dangle
globalThis.__zod_globalConfig = {
  ...// oxlint-disable-next-line eslint/no-underscore-dangle
  globalThis.__zod_globalConfig,
  jitless: ZOD_WITHOUT_EVAL,
};
