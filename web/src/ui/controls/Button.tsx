import { LoaderCircle } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import styles from "./Button.module.css";
import { classNames } from "./class-names.ts";
import { Tooltip } from "./Tooltip.tsx";

interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  /** How it looks. "button" is what a trigger of Base UI hands on to the element that it renders: as "default". */
  readonly type?: "default" | "primary" | "danger" | "bare" | "text" | "button";
  readonly icon?: ReactNode;
  readonly size?: "small" | "medium" | "large";
  /** True: it sends the form that it stands in. */
  readonly submits?: boolean;
  /** Turns in the place of the icon and lets nobody press again. */
  readonly loading?: boolean;
}

/** A button with a text, an icon or both. */
export function Button(props: ButtonProps) {
  const { type = "default", icon, size = "medium", submits = false, loading = false, ...rest } = props;
  const { className, children, ...given } = rest;
  return (
    <button
      type={submits ? "submit" : "button"}
      {...given}
      className={classNames(
        styles["button"],
        styles[type],
        styles[size],
        children === undefined && styles["square"],
        className,
      )}
      disabled={given.disabled === true || loading}
      aria-busy={loading || undefined}
    >
      {loading ? <LoaderCircle size={16} className={styles["turning"]} aria-hidden /> : icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

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
      <span id={id} className="vh">
        {reason}
      </span>
    </>
  );
}
