// Messages that the broker has not acknowledged yet. They are kept over lost connections and sent again, up to a limit.

export interface Letter {
  readonly topic: string;
  /** End of the interval the letter tells of, ms since 1970. */
  readonly toMs: number;
  readonly intervalS: number;
  /** The payload as it is to be sent now: after a delay its readings are no longer live. */
  readonly payload: (late: boolean) => string;
}

interface Waiting {
  readonly letter: Letter;
  sending: boolean;
}

export interface Outbox {
  /** Keeps a letter until it is acknowledged; returns the oldest letters that had to give way. */
  readonly add: (letter: Letter) => Letter[];
  /** The letters to send now, oldest first: each is given out once until it is released or lost. */
  readonly next: (inFlight: number) => Letter[];
  readonly acknowledged: (letter: Letter) => void;
  /** The connection is gone: everything under way is to be sent again. */
  readonly release: () => void;
  readonly size: () => number;
}

/** An outbox for at most `limit` letters, so that a gateway without a line does not fill its memory. */
export function outbox(limit: number): Outbox {
  let waiting: Waiting[] = [];
  return {
    add: (letter) => {
      waiting.push({ letter, sending: false });
      const over = waiting.length - limit;
      return over > 0 ? waiting.splice(0, over).map((gone) => gone.letter) : [];
    },
    next: (inFlight) => {
      const underWay = waiting.filter(({ sending }) => sending).length;
      const ready = waiting.filter(({ sending }) => !sending).slice(0, Math.max(inFlight - underWay, 0));
      for (const entry of ready) entry.sending = true;
      return ready.map(({ letter }) => letter);
    },
    acknowledged: (letter) => {
      waiting = waiting.filter((entry) => entry.letter !== letter);
    },
    release: () => {
      for (const entry of waiting) entry.sending = false;
    },
    size: () => waiting.length,
  };
}
