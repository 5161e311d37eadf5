import type { OutputStream } from '../streams.js';
import { plain } from './plain.js';

/** Lines on standard error that are neither result nor error. `-q` silences notes, not warnings. */
export interface Notes {
  note(text: string): Promise<void>;
  warn(text: string): Promise<void>;
  /** `--debug` only. */
  debug(text: string): void;
}

export function createNotes(
  stream: OutputStream,
  { quiet, debug }: { quiet: boolean; debug: boolean },
): Notes {
  return {
    async note(text) {
      if (!quiet) await stream.write(`${plain(text)}\n`);
    },
    async warn(text) {
      await stream.write(`${label(stream, 'Warning:')} ${plain(text)}\n`);
    },
    debug(text) {
      if (debug) void stream.write(`${plain(text)}\n`).catch(() => {});
    },
  };
}

function label(stream: OutputStream, text: string): string {
  return stream.colour ? `\u001b[33m${text}\u001b[39m` : text;
}
