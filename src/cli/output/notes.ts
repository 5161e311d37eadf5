import { plainOutput } from '../kit/plain.js';
import type { OutputStream, Streams } from '../terminal/streams.js';

/** Lines on standard error that are neither result nor error. `-q` silences notes, not warnings. */
export interface Notes {
  note(text: string): Promise<void>;
  warn(text: string): Promise<void>;
  /** A note that there is nothing to report; only on a terminal, not in logs or cron mails. */
  allWell(text: string): Promise<void>;
  /** A hint for people; not printed with JSON output. */
  hint(text: string): Promise<void>;
  /** Prints with `--debug` only. */
  debug(text: string): void;
}

export function createNotes(
  streams: Streams,
  { quiet, debug, machine }: { quiet: boolean; debug: boolean; machine: boolean },
): Notes {
  async function note(text: string): Promise<void> {
    if (!quiet) await streams.stderr.write(`${plainOutput(text)}\n`);
  }
  return {
    note,
    async allWell(text) {
      if (streams.stderr.isTerminal) await note(text);
    },
    async hint(text) {
      if (!machine) await note(text);
    },
    async warn(text) {
      await streams.stderr.write(`${label(streams.stderr, 'Warning:')} ${plainOutput(text)}\n`);
    },
    debug(text) {
      if (debug) void streams.stderr.write(`${plainOutput(text)}\n`).catch(() => {});
    },
  };
}

function label(stream: OutputStream, text: string): string {
  return stream.colour ? `\u001b[33m${text}\u001b[39m` : text;
}
