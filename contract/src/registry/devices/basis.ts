// The basis of measurement: which registers of which points are certified, and how (rule R3, certificates.md §3.7.5).
import type { MeterRole } from "./device-form.ts";

/** What a register is to the figure that is certified: it counts, the figure is at most this, or it is taken off. */
export const BASIS_PARTS = ["counts", "limits", "taken_off"] as const;
export type BasisPart = (typeof BASIS_PARTS)[number];

/** Registers of a point as the energy ledger keeps them. */
export type CountedRegister = "production" | "export" | "import";

/** A register of a point with what it is to the figure. */
interface BasisRegister<P> {
  readonly point: P;
  readonly register: CountedRegister;
  readonly part: BasisPart;
}

/** Whether what is generated is certified, or what of it reached the grid. */
type BasisKind = "production" | "export";

export interface MeasurementBasis<P> {
  readonly kind: BasisKind;
  readonly registers: readonly BasisRegister<P>[];
}

/** GEC certifies no electricity that is consumed on site (ISS-012); the other registries do. */
export const certifiesExportAlone = (registry: string): boolean => registry === "GEC";

type Point = { readonly role: MeterRole };

/** Points of which some registers are at the grid: what the plant exports, and what it draws for itself. */
const EXPORTS: readonly MeterRole[] = ["export", "grid"];
const SUPPLIES: readonly MeterRole[] = ["supply", "grid"];

/** The points that measure generation, each once (rule R3): the main meters, or the inverters where there is none. Check and sub meters are never added to a main meter. */
export function generationPoints<P extends Point>(points: readonly P[]): readonly P[] {
  const main = points.filter(({ role }) => role === "main");
  return main.length > 0 ? main : points.filter(({ role }) => role === "inverter");
}

/**
 * What is certified of a plant with these points. On the basis of production that is what was generated; on that of export what was
 * exported, at most what was generated, as a battery may export what it took from the grid. Station supply is taken off either way. A
 * registry that certifies export alone has the basis of production where no point exports: nothing of that is certified.
 */
export function measurementBasis<P extends Point>(
  registry: string,
  points: readonly P[],
): MeasurementBasis<P> {
  const of = (roles: readonly MeterRole[], register: CountedRegister, part: BasisPart) =>
    points.filter(({ role }) => roles.includes(role)).map((point) => ({ point, register, part }));
  const exported = certifiesExportAlone(registry) ? of(EXPORTS, "export", "counts") : [];
  const kind = exported.length > 0 ? "export" : "production";
  const part: BasisPart = kind === "export" ? "limits" : "counts";
  const generated = generationPoints(points).map(
    (point) => ({ point, register: "production", part }) as const,
  );
  return { kind, registers: [...exported, ...generated, ...of(SUPPLIES, "import", "taken_off")] };
}

/** What the point is to the figure, by its registers; none: it is bound, and counts nothing. */
export const partsOfPoint = <P>({ registers }: MeasurementBasis<P>, point: P): BasisPart[] =>
  registers.filter((one) => one.point === point).map(({ part }) => part);

/** The figure, Wh: never below 0. `exported_wh` null: the basis is production. */
export function certifiedWh(figures: {
  readonly generated_wh: number;
  readonly exported_wh: number | null;
  readonly supply_wh: number;
}): number {
  const { generated_wh, exported_wh, supply_wh } = figures;
  const counted = exported_wh === null ? generated_wh : Math.min(exported_wh, generated_wh);
  return Math.max(0, counted - supply_wh);
}
