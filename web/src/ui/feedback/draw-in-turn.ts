// What lies below the visible part is drawn when the page has nothing else to do: one part at a time, so that none of them
// holds up what a person does.
import { whenIdle } from "./when-idle.ts";

/** The longest that the next part waits for a busy page, ms: nine panels are there within a second. */
const LONGEST_MS = 100;

const waiting = new Set<() => void>();
let scheduled = false;
let printing = false;

// Paper does not wait. Capturing, so that it comes before what parts of the page do for print.
addEventListener("beforeprint", drawAll, { capture: true });
addEventListener("afterprint", () => {
  printing = false;
});

function drawAll(): void {
  printing = true;
  for (const draw of waiting) draw();
  waiting.clear();
}

function schedule(): void {
  if (scheduled || waiting.size === 0) return;
  scheduled = true;
  void drawNext();
}

async function drawNext(): Promise<void> {
  await whenIdle(LONGEST_MS);
  scheduled = false;
  const [draw] = waiting;
  if (draw === undefined) return;
  waiting.delete(draw);
  // One that cannot be drawn does not keep the others waiting.
  schedule();
  draw();
}

/** Calls `draw` in its turn, first asked first called; at once while the page is printed. Returns the function that gives the turn up. */
export function drawInTurn(draw: () => void): () => void {
  if (printing) {
    draw();
    return () => {};
  }
  waiting.add(draw);
  schedule();
  return () => {
    waiting.delete(draw);
  };
}
