import styles from "./Spacer.module.css";

/** The room of a row that nothing else takes: what follows stands at the end. */
export const Spacer = () => <span className={styles.spacer} />;
