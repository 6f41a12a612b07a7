import styles from "./FilterChips.module.css";

interface FilterChip<Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** How many there are, as the language writes it; null: not known yet. */
  readonly count: string | null;
}

/** One filter of a few, or none: buttons in a row that scrolls; pressing the chosen one again chooses none. */
export function FilterChips<Key extends string>(given: {
  label: string;
  /** What stands for no filter. */
  all: Omit<FilterChip<Key>, "key">;
  chips: readonly FilterChip<Key>[];
  chosen: Key | null;
  onChoose: (key: Key | null) => void;
}) {
  const { label, all, chips, chosen, onChoose } = given;
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {[{ ...all, key: null }, ...chips].map((chip) => (
        <button
          key={chip.key}
          type="button"
          className={styles.chip}
          aria-pressed={chosen === chip.key}
          onClick={() => onChoose(chosen === chip.key ? null : chip.key)}
        >
          {chip.label}
          <b>{chip.count}</b>
        </button>
      ))}
    </div>
  );
}
