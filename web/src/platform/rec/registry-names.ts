/** Registries in the order of their pages. */
export const REGISTRIES = ["IREC", "TIGR", "GEC"] as const;

/** A registry as people read it. */
export const registryName = (registry: string): string => (registry === "IREC" ? "I-REC" : registry);
