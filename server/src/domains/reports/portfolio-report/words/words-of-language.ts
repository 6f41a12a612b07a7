/** What a portfolio report says in one language. */
export interface ReportWords {
  readonly title: string;
  readonly total: string;
  readonly timeZone: string;
  readonly project: string;
  readonly index: string;
  readonly day: string;
  readonly time: string;
  readonly inverter: string;
  readonly accumulation: string;
  readonly meter: string;
  readonly ratio: string;
  readonly status: string;
  readonly active: string;
  readonly inactive: string;
  readonly bins: Readonly<Record<"15_minutes" | "30_minutes" | "1_hours" | "1_days" | "1_months", string>>;
  /** Of a project of which nothing is known (M255). */
  readonly updating: (project: string) => string;
}
