import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { pageNumbers } from "./page-numbers.ts";
import { classNames } from "./class-names.ts";
import styles from "./Pagination.module.css";

export interface PaginationTexts {
  /** Name of the whole. */
  readonly pages: string;
  readonly previous: string;
  readonly next: string;
}

/** The pages of a list; nothing where there is none. `note` stands at the left. */
export function Pagination(given: {
  current: number;
  pageSize: number;
  total: number;
  texts: PaginationTexts;
  className?: string;
  note?: ReactNode;
  onChange: (page: number) => void;
}) {
  const { current, pageSize, total, texts, className = "", note, onChange } = given;
  const pages = Math.ceil(total / pageSize);
  if (pages === 0) return null;
  return (
    <nav className={classNames(styles.pagination, className)} aria-label={texts.pages}>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <button
        type="button"
        aria-label={texts.previous}
        title={texts.previous}
        disabled={current <= 1}
        onClick={() => onChange(current - 1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      {pageNumbers(current, pages).map((entry) =>
        typeof entry === "string" ? (
          <span key={entry} aria-hidden>
            …
          </span>
        ) : (
          <button
            type="button"
            key={entry}
            title={String(entry)}
            aria-current={entry === current ? "page" : undefined}
            onClick={() => onChange(entry)}
          >
            {entry}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label={texts.next}
        title={texts.next}
        disabled={current >= pages}
        onClick={() => onChange(current + 1)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}
