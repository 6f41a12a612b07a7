export { DevicesPanel } from "./overview/DevicesPanel.tsx";
export { pvFigures, swhFigures } from "./overview/figures.ts";
export { projectValues } from "./project-values.ts";
export { useWords } from "./words.ts";
