export { DevicesPanel } from "./overview/DevicesPanel.tsx";
export { FigureFrame } from "./overview/FigureFrame.tsx";
export { pvFigures, swhFigures } from "./overview/figures.ts";
export { projectValues } from "./project-values.ts";
export { useWords } from "./words.ts";
