import type { OutputStream, Streams } from '../running/streams.js';
import { plain } from './plain.js';

/** Lines on standard error that are neither result nor error. `-q` silences notes, not warnings. */
export interface Notes {
  note(text: string): Promise<void>;
  warn(text: string): Promise<void>;
  /** `--debug` only. */
  debug(text: string): void;
}

export function createNotes(
  streams: Streams,
  { quiet, debug }: { quiet: boolean; debug: boolean },
): Notes {
  return {
    async note(text) {
      if (!quiet) await streams.stderr.write(`${plain(text)}\n`);
    },
    async warn(text) {
      await streams.stderr.write(`${label(streams.stderr, 'Warning:')} ${plain(text)}\n`);
    },
    debug(text) {
      if (debug) void streams.stderr.write(`${plain(text)}\n`).catch(() => {});
    },
  };
}

function label(stream: OutputStream, text: string): string {
  return stream.colour ? `\u001b[33m${text}\u001b[39m` : text;
}
