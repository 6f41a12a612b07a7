// Copying, whatever the page was served by.

/** Copies the text; false where the browser gives no clipboard to the page. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/** Pages served over plain http have no clipboard, but may copy what is selected. */
function copiedBySelection(text: string): boolean {
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  document.body.append(field);
  field.select();
  // The only way without a clipboard; browsers keep it for that.
  // oxlint-disable-next-line typescript/no-deprecated
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
