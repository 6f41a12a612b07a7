// When the browser has drawn what it has to draw.

/**
 * Resolves when the browser has nothing else to do, so that what is on its way to the screen is there first; after `longestMs` all the
 * same, as a rule the second that a slow telephone may take for what stands first. Safari has no idle callbacks: there it is a tenth of a second, or `longestMs` where that is less.
 */
export const whenIdle = (longestMs = 1000): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: longestMs });
    else setTimeout(resolve, Math.min(longestMs, 100));
  });
