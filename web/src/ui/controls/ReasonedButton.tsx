import { useId, useState } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { Tooltip } from "./windows/Tooltip.tsx";
import { VisuallyHidden } from "../layout/VisuallyHidden.tsx";

/**
 * A button that, while there is a `reason` against it, does nothing and says the reason: to a mouse, to keys, to a finger
 * and to a screen reader. Null: it is a button as any other.
 */
export function ReasonedButton({ reason, onClick, ...given }: ButtonProps & { reason: string | null }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (reason === null) return <Button {...given} {...(onClick === undefined ? {} : { onClick })} />;
  return (
    <>
      <Tooltip label={reason} open={open} onOpenChange={setOpen}>
        {/* Never `disabled`: it would leave the order of the Tab key and get no pointer events. */}
        <Button
          {...given}
          submits={false}
          aria-disabled="true"
          aria-describedby={id}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  );
}
