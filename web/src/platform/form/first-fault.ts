/**
 * Moves the focus to the first field of the form that is wrong, in the order of the page, once it is drawn as such. Fields that
 * are hidden behind another control carry the fault too, and are passed over.
 */
export function focusFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    wrong.find(({ tabIndex, ariaHidden }) => tabIndex >= 0 && ariaHidden !== "true")?.focus();
  });
}
