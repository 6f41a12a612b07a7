export { AddProject } from "./commissioning/AddProject.tsx";
export { fileSize } from "./files/file-size.ts";
export { SetUpChecklist } from "./commissioning/SetUpChecklist.tsx";
export { ListMenu } from "./commissioning/ListMenu.tsx";
export { BlobImage } from "./files/BlobImage.tsx";
export { ProjectPhoto } from "./files/ProjectPhoto.tsx";
export { useImage } from "./files/use-image.ts";
export { RatingForm } from "./gateways/RatingForm.tsx";
export { useGateways } from "./gateways/use-gateways.ts";
export { NightHours } from "./projects/NightHours.tsx";
export { mayChange } from "./projects/project-queries.ts";
export { LoadFailed, ProjectPage } from "./projects/ProjectPage.tsx";
export { type SectionProps, useSaveMessages } from "./projects/settings-save.ts";
export {
  SettingsFault,
  SettingsFields,
  SettingsFold,
  SettingsFoot,
  SettingsForm,
  SettingsHint,
  SettingsItem,
  SettingsList,
  SettingsPart,
} from "./projects/SettingsLayout.tsx";
export { TariffSection } from "./tariffs/TariffSection.tsx";
