import { Plus } from "lucide-react";
import { paths } from "../../../app/paths.ts";
import { useText } from "../../../platform/i18n.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";

/** The way to a new project, from a list of the type that it will be of. */
export function AddProject({ type, look }: { type: "pv" | "swh"; look: "primary" | "plain" }) {
  const t = useText();
  return (
    <LinkButton to={paths.newProject(type)} look={look}>
      <Plus size={16} aria-hidden />
      {t("list.addProject")}
    </LinkButton>
  );
}
