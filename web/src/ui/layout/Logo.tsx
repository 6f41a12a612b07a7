import styles from "./Logo.module.css";

/** Of the drawing, px. */
const SIZES = { medium: 28, large: 32, huge: 40 };

/** The sun over the horizon, and the name of the product. */
export function Logo(given: { name: string; size?: keyof typeof SIZES; ground?: "paper" | "canopy" }) {
  const { name, size = "medium", ground = "paper" } = given;
  return (
    <span className={styles.logo} data-size={size} data-ground={ground}>
      <svg viewBox="0 0 32 32" width={SIZES[size]} height={SIZES[size]} aria-hidden>
        <path
          d="M5 21a11 11 0 0 1 22 0"
          fill="none"
          stroke="var(--sun)"
          strokeWidth="3.2"
          strokeLinecap="round"
        />
        <path d="M11.2 21a4.8 4.8 0 0 1 9.6 0z" fill="var(--sun)" />
        <path d="M3 26h26" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" opacity=".9" />
      </svg>
      <span>{name}</span>
    </span>
  );
}
