import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { useTitle } from "../../title.ts";
import page from "../../../ui/layout/Page.module.css";

interface HeadProps {
  /** Where it belongs: the lists above it, with the address of those that have one. */
  readonly path: readonly { readonly label: string; readonly to?: string }[];
  readonly title: string;
  /** What the document is called, where that is not the title. */
  readonly name?: string;
  /** The state that it is in. */
  readonly state?: ReactNode;
  /** Below the title, paler: its number and what else tells it from others. */
  readonly meta?: ReactNode;
  /** What can be done with it. */
  readonly actions?: ReactNode;
}

/** The head of a record, or of the form that begins one. */
export function RecordHead({ path, title, name = title, state, meta, actions }: HeadProps) {
  useTitle(name);
  return (
    <header className={page.head}>
      <div className={page.name}>
        <p className={page.crumb}>
          {path.map(({ label, to }, index) => (
            <Fragment key={label}>
              {index > 0 && " / "}
              {to === undefined ? label : <Link to={to}>{label}</Link>}
            </Fragment>
          ))}
        </p>
        <div className={page.title}>
          <h1>{title}</h1>
          {state}
        </div>
        {meta !== undefined && <p className={page.meta}>{meta}</p>}
      </div>
      {actions}
    </header>
  );
}

/** The page of a record, or of the form that begins one. */
export const RecordPage = ({ children, ...head }: HeadProps & { children: ReactNode }) => (
  <div className={page.page}>
    <RecordHead {...head} />
    {children}
  </div>
);
