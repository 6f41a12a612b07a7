// Server-sent events from the text of a stream (WHATWG HTML, "9.2.6 Interpreting an event stream").

/** One event: its name ("message" when the stream gives none) and its data, lines joined by line feeds. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Returns a function that takes the stream's text piece by piece, cut anywhere, and returns the events that each
 * piece completes. Comments and unknown fields are passed over.
 */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  let event = "";
  let data: string[] = [];
  const line = (text: string): StreamEvent | null => {
    if (text === "") {
      const done =
        data.length === 0 ? null : { event: event === "" ? "message" : event, data: data.join("\n") };
      event = "";
      data = [];
      return done;
    }
    const colon = text.indexOf(":");
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    if (field === "data") data.push(value);
    return null;
  };
  return (piece) => {
    // A carriage return at the end may be half of a line end: it waits for the next piece.
    const text = rest + piece;
    const held = text.endsWith("\r") ? 1 : 0;
    const lines = text.slice(0, text.length - held).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? "") + text.slice(text.length - held);
    return lines.map(line).filter((done) => done !== null);
  };
}
