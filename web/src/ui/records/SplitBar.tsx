import styles from "./SplitBar.module.css";

/** A part of a whole: its amount, how that is written, and the name of its colour, a custom property without its hyphens. */
interface SplitPart {
  readonly key: string;
  readonly label: string;
  readonly amount: number;
  readonly figure: string;
  readonly paint: string;
}

/** A whole as one bar of its parts in order, each said in words and numbers; `legend` writes them below it. Parts of nothing are left out. */
export function SplitBar(given: {
  label: string;
  parts: readonly SplitPart[];
  /** Where the parts make less than the whole: the whole. */
  of?: number;
  legend?: boolean;
  size?: "thin" | "medium";
}) {
  const { label, parts, of, legend = true, size = "medium" } = given;
  const there = parts.filter(({ amount }) => amount > 0);
  const sum = there.reduce((all, { amount }) => all + amount, 0);
  const rest = Math.max(0, (of ?? sum) - sum);
  const words = there.map((part) => `${part.label} ${part.figure}`).join(", ");
  return (
    <div className={styles.whole}>
      <div
        className={styles.bar}
        data-size={size}
        role="img"
        aria-label={words === "" ? label : `${label}: ${words}`}
      >
        {there.map(({ key, amount, paint }) => (
          <i key={key} style={{ flexGrow: amount, background: `var(--${paint})` }} />
        ))}
        {rest > 0 && <i style={{ flexGrow: rest }} />}
      </div>
      {legend && (
        <ul className={styles.legend}>
          {there.map(({ key, label: name, figure, paint }) => (
            <li key={key}>
              <i style={{ background: `var(--${paint})` }} aria-hidden />
              {name} <b>{figure}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A range within a whole of `of`: where it lies, counted from 1, the end not included. */
export function PlaceBar(given: { label: string; first: number; until: number; of: number; paint: string }) {
  const { label, first, until, of, paint } = given;
  return (
    <div className={styles.bar} data-size="place" role="img" aria-label={label}>
      {first > 1 && <i style={{ flexGrow: first - 1 }} />}
      <i className={styles.here} style={{ flexGrow: until - first, background: `var(--${paint})` }} />
      {until <= of && <i style={{ flexGrow: of + 1 - until }} />}
    </div>
  );
}
