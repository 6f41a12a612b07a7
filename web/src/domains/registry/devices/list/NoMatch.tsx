import { Button } from "../../../../ui/controls/Button.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import { useDeviceWords } from "../device-words.ts";

/** Says that nothing fits what a list is narrowed to, with the way back to all of it. */
export function NoMatch({ title, showAll }: { title: string; showAll: () => void }) {
  const { text } = useDeviceWords();
  return <Blank small title={title} action={<Button onClick={showAll}>{text("dev.all")}</Button>} />;
}
