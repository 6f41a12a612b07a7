import { ArchiveRestore, MoreHorizontal } from "lucide-react";
import { lazy, useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { MenuButton } from "../../../ui/controls/windows/MenuButton.tsx";
import plain from "../../../ui/controls/PlainButton.module.css";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";

const DeletedProjects = lazy(async () => ({
  default: (await import("./DeletedProjects.tsx")).DeletedProjects,
}));

/** What else may be done at a list of projects. */
export function ListMenu() {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuButton
        className={plain["icon"]}
        label={t("list.more")}
        title={t("list.more")}
        placement="bottomRight"
        items={[
          {
            key: "deleted",
            label: t("list.deleted"),
            icon: <ArchiveRestore size={16} aria-hidden />,
            run: () => setOpen(true),
          },
        ]}
      >
        <MoreHorizontal size={17} aria-hidden />
      </MenuButton>
      <OnceOpened open={open}>
        <DeletedProjects open={open} close={() => setOpen(false)} />
      </OnceOpened>
    </>
  );
}
