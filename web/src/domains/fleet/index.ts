export { LoadFailed, mayChange, ProjectPage, type ProjectInfo } from "./ProjectPage.tsx";
