/** How long a fault may take to be drawn, in frames: a form that is loaded later hands its faults on. */
const FRAMES = 20;

/**
 * Moves the focus to the first field of the form that is wrong, in the order of the page, once it is drawn as such. Fields that
 * are hidden behind another control carry the fault too, and are passed over. Nothing happens where none is drawn in time.
 */
export function focusFirstFault(form: HTMLElement, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    const first = wrong.find(({ tabIndex, ariaHidden }) => tabIndex >= 0 && ariaHidden !== "true");
    if (first !== undefined) first.focus();
    else if (frames > 1) focusFirstFault(form, frames - 1);
  });
}
