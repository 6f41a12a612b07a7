export { DevicesPanel } from "./overview/DevicesPanel.tsx";
export { FigureFrame } from "./overview/FigureFrame.tsx";
export { Freshness } from "./Freshness.tsx";
export { pvFigures, heaterStats } from "./overview/figures.ts";
export { projectValues } from "./project-values.ts";
export { useWords } from "./words.ts";
