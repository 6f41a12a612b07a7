// The browser of the overview's tests, and what stands on the page.
import { screen, waitFor } from "@testing-library/react";

/** What jsdom lacks: media queries (a wide screen), and sizes. It draws nothing, so that charts are tables. */
export function furnishBrowser(): void {
  globalThis.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // jsdom lays nothing out: the panels are in sight, and maps and images never come into it.
  Object.assign(globalThis, {
    IntersectionObserver: class {
      private readonly seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.seen = seen;
      }
      observe(element: Element) {
        if (element instanceof HTMLElement && "lazyPanel" in element.dataset) {
          this.seen([{ isIntersecting: true }]);
        }
      }
      disconnect() {}
    },
  });
  HTMLCanvasElement.prototype.getContext = () => null;
  localStorage.setItem("access_token", "token");
}

/** The panel that a heading stands in. */
function panelOf(heading: HTMLElement): HTMLElement {
  const section = heading.closest("section");
  if (section === null) throw new RangeError("the heading stands in no panel");
  return section;
}

/** The panel of that name, once it is made: until then its heading stands in its place. */
export async function panelNamed(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const panel = panelOf(screen.getByRole("heading", { level: 2, name }));
    if (panel.closest("[data-lazy-panel][role=group]") !== null) {
      throw new RangeError(`${name} is not made yet`);
    }
    return panel;
  });
}
