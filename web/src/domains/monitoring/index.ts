export { DevicesPanel } from "./overview/DevicesPanel.tsx";
export { pvFigures, swhFigures } from "./overview/figures.ts";
export { useWords } from "./words.ts";
