import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "../copy-text.ts";
import { say } from "../feedback/say.ts";
import { useKitWords } from "../kit-words.ts";
import { Button, type ButtonProps } from "./Button.tsx";

const SAID_MS = 2000;

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
