import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> {
  readonly type?: "default" | "primary";
  readonly icon?: ReactNode;
  /** True: it sends the form that it stands in. */
  readonly submits?: boolean;
  /** Turns in the place of the icon and lets nobody press again. */
  readonly loading?: boolean;
}

/** A button with a text, an icon or both. */
export function Button(props: Props) {
  const { type = "default", icon, submits = false, loading = false, className, children, ...given } = props;
  return (
    <button
      type={submits ? "submit" : "button"}
      {...given}
      className={`btn ${type} ${children === undefined ? "bare" : ""} ${className ?? ""}`}
      disabled={given.disabled === true || loading}
    >
      {loading ? <LoaderCircle size={16} className="spinning" aria-hidden /> : icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}
