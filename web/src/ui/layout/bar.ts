/**
 * The style of a bar's inside that is filled to a share from 0 to 1. It is moved into sight: a width would have to be laid
 * out anew at every step of its way, on every row.
 */
export const filledTo = (share: number) => ({
  transform: `translateX(${(Math.min(1, Math.max(0, share)) - 1) * 100}%)`,
});
