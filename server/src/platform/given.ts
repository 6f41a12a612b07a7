/** The object without the keys that were not given, as what holds it already wants them: they leave it as it is. */
export function given<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Object.fromEntries forgets the keys; those that are left have the types they had.
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
