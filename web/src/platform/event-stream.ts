// Server-sent events from the text of a stream (WHATWG HTML, "9.2.6 Interpreting an event stream").
import { createParser } from "eventsource-parser";

/** One event: its name ("message" when the stream gives none) and its data, lines joined by line feeds. */
interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Returns a function that takes the stream's text piece by piece, cut anywhere, and returns the events that each
 * piece completes. Comments and unknown fields are passed over.
 */
export function eventReader(): (piece: string) => StreamEvent[] {
  let complete: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", data }) => complete.push({ event, data }),
  });
  return (piece) => {
    complete = [];
    parser.feed(piece);
    return complete;
  };
}
