import "./overview.css";

export { DevicesPanel } from "./DevicesPanel.tsx";
export { pvFigures, swhFigures } from "./figures.ts";
export { shownStatus } from "./use-overview.ts";
export { useWords } from "./words.ts";
