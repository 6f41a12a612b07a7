// Runs in the page before its own scripts: what the browser saw, asked for by browser.ts as `bench.…`.
/** When the frame that is being made was handed over: nothing runs between a frame's painting and the next message. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => resolve(performance.now()), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  });

/** Resolves as soon as `find` finds something; refuses after half a minute. */
const appears = (find) =>
  new Promise((resolve, reject) => {
    if (find()) return resolve();
    const late = setTimeout(() => reject(new Error(`Not in time: ${find}`)), 30_000);
    const observer = new MutationObserver(() => {
      if (!find()) return;
      clearTimeout(late);
      observer.disconnect();
      resolve();
    });
    return observer.observe(document, { childList: true, subtree: true, attributes: true });
  });

/** The canvas of the day's power; null while it is not drawn. */
const powerCanvas = () => {
  const body = document
    .querySelector("[data-power-modes]")
    ?.closest("section")
    ?.querySelector("[data-chart-body]");
  return body?.querySelector("canvas") ?? null;
};

/** A marker of a map. */
const marker = () => document.querySelector("[data-map] .leaflet-marker-icon[role=button]");

(() => {
  let lcpMs = 0;
  new PerformanceObserver((list) => {
    lcpMs = list.getEntries().at(-1).startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  let slowestMs = 0;
  const { promise: interacted, resolve: heard } = Promise.withResolvers();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId === 0) continue;
      slowestMs = Math.max(slowestMs, duration);
      heard();
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });

  const firstPower = appears(powerCanvas).then(painted);
  // Who waits for it hears that it did not come.
  firstPower.catch(() => {});
  const firstMarker = appears(marker).then(painted);
  firstMarker.catch(() => {});

  let longestMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
  }).observe({ type: "longtask" });

  window.bench = {
    lcp: () => lcpMs,
    /** Resolves when nothing on the page is on its way any more. */
    settled: () => appears(() => document.querySelector("h1") && !document.querySelector("[aria-busy=true]")),
    /** The longest interaction until now, Event Timing's way: from the input to the next frame. */
    interaction: async () => {
      await interacted;
      return slowestMs;
    },
    /** Bytes that travelled until now, headers and all. */
    bytes: () =>
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce(
        (sum, { transferSize }) => sum + transferSize,
        0,
      ),
    /** From the last byte of the first answer whose address has the word to the frame with the power chart in it. */
    firstFrame: async (word) => {
      const drawnAt = await firstPower;
      const answer = performance.getEntriesByType("resource").find(({ name }) => name.includes(word));
      return drawnAt - answer.responseEnd;
    },
    /** The same of the next day's answer, on a page that stands: while that is on its way the panel is renewing. */
    nextFrame: async (word) => {
      const before = powerCanvas();
      const asked = performance.now();
      await appears(() => {
        const canvas = powerCanvas();
        return canvas !== null && canvas !== before && canvas.closest("[data-renewing]") === null;
      });
      const drawnAt = await painted();
      const answer = performance
        .getEntriesByType("resource")
        .findLast(({ name, startTime }) => startTime >= asked && name.includes(word));
      return drawnAt - answer.responseEnd;
    },
    /** From the last byte of the first answer whose address has the word to the frame with a marker in it. */
    firstMarker: async (word) => {
      const drawnAt = await firstMarker;
      const answer = performance.getEntriesByType("resource").find(({ name }) => name.includes(word));
      return drawnAt - answer.responseEnd;
    },
    /** The longest task since the last time that this was asked, ms; 0: none was longer than 50 ms. */
    longestTask: () => {
      const longest = longestMs;
      longestMs = 0;
      return longest;
    },
    /** From following the link to the frame with the power chart in it. */
    follow: async (selector) => {
      const from = performance.now();
      document.querySelector(selector).click();
      return (await firstPower) - from;
    },
    /** From now to the frame with another canvas in the power chart than the present one. */
    redrawn: async () => {
      const before = powerCanvas();
      const from = performance.now();
      await appears(() => powerCanvas() !== null && powerCanvas() !== before);
      return (await painted()) - from;
    },
    /** A frame in which nothing changes. */
    frame: async () => {
      const from = performance.now();
      return (await painted()) - from;
    },
    /** The frame of as many lines of as many points, drawn straight onto a canvas. */
    bareLines: async (lines, points) => {
      const canvas = document.createElement("canvas");
      canvas.width = 1000;
      canvas.height = 350;
      const from = performance.now();
      document.body.append(canvas);
      const drawing = canvas.getContext("2d");
      for (let line = 0; line < lines; line += 1) {
        drawing.beginPath();
        for (let at = 0; at < points; at += 1) {
          drawing.lineTo((at / points) * 1000, 340 - Math.sin((at / points) * Math.PI) * (300 - line));
        }
        drawing.stroke();
      }
      return (await painted()) - from;
    },
  };
})();
