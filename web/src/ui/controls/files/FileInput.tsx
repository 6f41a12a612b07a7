import type { Ref } from "react";

/** Lets files be chosen, the same again too. `hidden`: a button, which has `ref`, opens it. */
export function FileInput(given: {
  label: string;
  /** Which files it offers; left out: all. */
  accept?: string;
  multiple?: boolean;
  hidden?: boolean;
  ref?: Ref<HTMLInputElement>;
  take: (files: readonly File[]) => void;
}) {
  const { label, take, ...input } = given;
  return (
    <input
      {...input}
      type="file"
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file again, changed meanwhile, is another.
        event.target.value = "";
        take(files);
      }}
    />
  );
}
