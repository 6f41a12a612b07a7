/** Where something opens: below its control, in line with its left or its right edge. */
export type Placement = "bottomLeft" | "bottomRight";

/** The sides that Base UI knows for a placement. */
export const ALIGN: Record<Placement, "start" | "end"> = { bottomLeft: "start", bottomRight: "end" };
