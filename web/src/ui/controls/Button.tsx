import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import spinner from "../feedback/Spinning.module.css";
import styles from "./Button.module.css";
import { classNames } from "./class-names.ts";

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
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
      {loading ? <LoaderCircle size={16} className={spinner["spinning"]} aria-hidden /> : icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}
