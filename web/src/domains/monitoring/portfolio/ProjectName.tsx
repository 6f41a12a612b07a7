import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./ProjectName.module.css";

/** Name and address of a project, one below the other; the name is a link where it leads somewhere. */
export function ProjectName(given: {
  name: string;
  address: string;
  to?: string;
  onClick?: (event: MouseEvent) => void;
  /** Beside the name. */
  mark?: ReactNode;
}) {
  const { name, address, to, onClick, mark } = given;
  return (
    <div className={styles.cell}>
      {to === undefined ? (
        <strong className={styles.name} title={name}>
          {name}
        </strong>
      ) : (
        <span className={styles.marked}>
          <Link className={styles.name} to={to} title={name} onClick={onClick}>
            {name}
          </Link>
          {mark}
        </span>
      )}
      {/* Without an address the line keeps its height. */}
      <span className={styles.address} title={address}>
        {address === "" ? "\u00A0" : address}
      </span>
    </div>
  );
}
