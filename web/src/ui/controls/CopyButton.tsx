import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { say } from "../feedback/say.ts";
import { useKitWords } from "../kit-words.ts";
import { Button, type ButtonProps } from "./Button.tsx";

const SAID_MS = 2000;

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

/** Copies a text and says so for a moment. */
export function CopyButton(
  given: Omit<ButtonProps, "onClick"> & { text: string; label: string; what: string },
) {
  const { text, label, what, ...button } = given;
  const { word } = useKitWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const press = async () => {
    if (await copyText(text)) setCopied(true);
    else say.error(word("notCopied"));
  };
  const Icon = copied ? Check : Copy;
  const shown = copied ? word("copied") : label;
  return (
    <Button
      size="small"
      {...button}
      icon={<Icon size={14} aria-hidden />}
      aria-label={`${shown}: ${what}`}
      onClick={() => void press()}
    >
      {shown}
    </Button>
  );
}
