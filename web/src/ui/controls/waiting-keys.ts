// What keys do to a list of options that is still on its way: as the list itself would have understood them.
import type { Option } from "./windows/opened/props.ts";

/** A key as `KeyboardEvent.key` names it; "press" is a press of the box by a pointer. */
export type WaitingKey = string;

interface After {
  readonly open: boolean;
  /** The chosen value. */
  readonly value: string | null;
  /** The value that is highlighted in the open list. */
  readonly highlighted: string | null;
}

const OPENING = new Set(["press", "Enter", " ", "ArrowDown", "ArrowUp"]);

/** True for keys that a list acts on, `begun` after others that it may be open by; the rest is left to the browser. */
export const isForList = (key: string, begun: boolean): boolean =>
  OPENING.has(key) || key.length === 1 || (begun && ["Home", "End", "Escape"].includes(key));

/**
 * What a list of the options with the value becomes by the keys, in their order: arrows and Enter open it, move in it and choose;
 * letters choose in a closed list and highlight in an open one, those that follow each other as one word.
 */
export function afterKeys(
  options: readonly Option[],
  value: string | null,
  keys: readonly WaitingKey[],
): After {
  const enabled = options.filter((one) => one.disabled !== true);
  let now: After = { open: false, value, highlighted: null };
  let typed = "";
  for (const key of keys) {
    const isLetter = key.length === 1 && (key !== " " || typed !== "");
    typed = isLetter ? typed + key.toLowerCase() : "";
    now = isLetter ? afterLetter(enabled, now, typed) : afterKey(enabled, now, key);
  }
  return now;
}

function afterKey(enabled: readonly Option[], now: After, key: WaitingKey): After {
  const values = enabled.map((one) => one.value);
  if (!now.open) {
    const first = now.value !== null && values.includes(now.value) ? now.value : (values[0] ?? null);
    return OPENING.has(key) ? { ...now, open: true, highlighted: first } : now;
  }
  const at = now.highlighted === null ? -1 : values.indexOf(now.highlighted);
  const to = (index: number) => ({ ...now, highlighted: values.at(index) ?? null });
  switch (key) {
    case "ArrowDown":
      return to(Math.min(at + 1, values.length - 1));
    case "ArrowUp":
      return to(Math.max(at - 1, 0));
    case "Home":
      return to(0);
    case "End":
      return to(-1);
    case "Enter":
    case " ":
      return { open: false, value: now.highlighted ?? now.value, highlighted: null };
    case "Escape":
    case "press":
      return { ...now, open: false, highlighted: null };
    default:
      return now;
  }
}

/** The next option that begins with what was typed; the same letter again goes on to the next. */
function afterLetter(enabled: readonly Option[], now: After, typed: string): After {
  const current = now.open ? now.highlighted : now.value;
  const at = enabled.findIndex((one) => one.value === current);
  const first = typed.charAt(0);
  const isOneLetter = typed === first.repeat(typed.length);
  const word = isOneLetter ? first : typed;
  const from = isOneLetter ? at + 1 : Math.max(at, 0);
  const turned = [...enabled.slice(from), ...enabled.slice(0, from)];
  const found = turned.find((one) => one.label.toLowerCase().startsWith(word));
  if (found === undefined) return now;
  return now.open ? { ...now, highlighted: found.value } : { ...now, value: found.value };
}
