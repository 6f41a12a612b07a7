import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useEffect, type SyntheticEvent } from "react";
import { expect, test, vi } from "vitest";
import { LanguageProvider } from "../../platform/i18n.tsx";
import { usePublicForm, type SenderProps } from "./public-form.tsx";

/** As HTML has it, and jsdom does not: a form that is telling of its submission begins no other. */
function asBrowsersSubmit(): void {
  let telling = false;
  addEventListener(
    "submit",
    () => {
      telling = true;
      setTimeout(() => {
        telling = false;
      });
    },
    { capture: true },
  );
  vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(function (this: HTMLFormElement) {
    if (!telling) fireEvent.submit(this);
  });
}

test("a form that is sent at the moment when its sender comes is sent", async () => {
  asBrowsersSubmit();
  const submit = vi.fn<(event: SyntheticEvent) => void>((event) => event.preventDefault());
  const form = { values: {}, faultOf: () => undefined, change: () => {}, busy: false, submit };
  function Sender({ onForm }: SenderProps) {
    useEffect(() => {
      // What a page needs of a form: the rest of it is asked for by senders alone.
      const arrive = () => onForm(form as unknown as Parameters<SenderProps["onForm"]>[0]);
      addEventListener("submit", arrive, { capture: true, once: true });
      return () => removeEventListener("submit", arrive, { capture: true });
    }, [onForm]);
    return <i>here</i>;
  }
  const load = async () => ({ default: Sender });
  function Page() {
    const given = usePublicForm(load, () => {});
    return (
      <form onSubmit={given.onSubmit}>
        <input aria-label="Account" />
        {given.sender}
        <button type="submit">Send</button>
      </form>
    );
  }
  render(
    <LanguageProvider load={async () => (key) => key} first={{ lang: "en", translate: (key) => key }}>
      <Page />
    </LanguageProvider>,
  );
  fireEvent.focusIn(screen.getByLabelText("Account"));
  await screen.findByText("here");
  fireEvent.click(screen.getByRole("button"));
  await waitFor(() => expect(submit).toHaveBeenCalledOnce());
});
