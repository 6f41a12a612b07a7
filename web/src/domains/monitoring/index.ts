export { DevicesPanel } from "./overview/DevicesPanel.tsx";
export { pvFigures, swhFigures } from "./overview/figures.ts";
export { shownStatus } from "./overview/use-overview.ts";
export { useWords } from "./words.ts";
