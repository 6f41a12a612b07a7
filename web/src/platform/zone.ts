/** The browser's IANA time zone; UTC where it does not know its own, which it calls Etc/Unknown. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === "Etc/Unknown" ? "UTC" : timeZone;
}
