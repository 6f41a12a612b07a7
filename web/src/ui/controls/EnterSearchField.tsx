import { useState } from "react";
import { SearchField } from "./SearchField.tsx";

/** A field to search by that searches when Enter is pressed, or at once when its words are taken away. `words`: what is searched for now. */
export function EnterSearchField(given: {
  label: string;
  clearLabel: string;
  className?: string;
  words: string;
  search: (words: string) => void;
}) {
  // What is searched for may be changed elsewhere, as by the address.
  return <TypedWords key={given.words} {...given} />;
}

function TypedWords(given: Parameters<typeof EnterSearchField>[0]) {
  const { words, search, ...field } = given;
  const [typed, setTyped] = useState(words);
  return (
    <SearchField
      {...field}
      value={typed}
      onType={(next) => {
        setTyped(next);
        if (next === "" && words !== "") search("");
      }}
      onEnter={() => search(typed.trim())}
    />
  );
}
