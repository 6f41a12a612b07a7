import { use, useEffect, useId, useMemo, type ComponentProps } from "react";
import { Drawer } from "../../ui/controls/windows/Drawer.tsx";
import { UnsavedContext } from "./unsaved.ts";
import { UnsavedQuestionIn } from "./UnsavedForms.tsx";

/** A drawer that holds forms: before it closes over what is not saved in them, it asks. */
export function FormDrawer(given: ComponentProps<typeof Drawer>) {
  const { open = true, onClose, children } = given;
  const keeper = use(UnsavedContext);
  const window = useId();
  const enter = keeper?.open;
  useEffect(() => (open ? enter?.(window) : undefined), [open, enter, window]);
  const own = useMemo(() => keeper && { ...keeper, window }, [keeper, window]);
  return (
    <Drawer
      {...given}
      onClose={() => {
        if (keeper === null) onClose();
        else keeper.guarded(window, onClose);
      }}
    >
      <UnsavedContext value={own}>
        {children}
        <UnsavedQuestionIn window={window} />
      </UnsavedContext>
    </Drawer>
  );
}
