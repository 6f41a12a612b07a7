export { csvText, saveFile } from "./csv.ts";
export { SettingsButton } from "./SettingsButton.tsx";
export { EsgButton } from "./EsgButton.tsx";
export { PlacePanel } from "./PlacePanel.tsx";
export { LoadFailed, mayChange, ProjectPage, type ProjectInfo } from "./ProjectPage.tsx";
export { ProjectPhoto } from "./ProjectPhoto.tsx";
export { STATUS_ORDER, STATUS_TEXTS } from "./status-texts.ts";
