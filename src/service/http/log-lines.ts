import { writeSync } from 'node:fs';

/** What is written at once instead of with the next flush, in characters. */
const GATHERED = 8 * 1024;
/** What may wait for a reader that takes nothing. */
const MAX_WAITING = 1024 * 1024;
/** How long a slow reader is waited for at the end, and how often it is tried; milliseconds. */
const LAST_WAIT_MS = 1000;
const LAST_TRY_MS = 20;

const NOTHING = Buffer.alloc(0);
const NEWLINE = 10;

/**
 * The lines of a log on their way to a descriptor, written together. Never throws and never waits
 * for a reader: serving goes on when the reader is gone or stands still, or the disk is full; what
 * cannot be written is lost, and counted in a line of its own once writing works again. pino's own
 * destination tries for ever in its flushSync, which stops the event loop for good
 * (sonic-boom 4.2: any error but EAGAIN is neither thrown nor told).
 */
export class LogLines {
  #gathered = '';
  /** Of an earlier flush, what the reader did not take yet. */
  #rest: Buffer = NOTHING;
  #lost = 0;

  /** @param fd stays the caller's: it is never closed here. */
  constructor(readonly fd: number) {}

  get isWaiting(): boolean {
    return this.#rest.length > 0 || this.#gathered !== '';
  }

  /** @param line complete, with its newline. */
  write(line: string): void {
    if (this.#rest.length + this.#gathered.length > MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#gathered += line;
    if (this.#gathered.length >= GATHERED && this.#rest.length === 0) this.flush();
  }

  /** Writes what the reader takes now. */
  flush(): void {
    do {
      this.#rest = this.#put(this.#rest);
      if (this.#rest.length > 0) return;
      this.#rest = this.#take();
    } while (this.#rest.length > 0);
  }

  /** As `flush`, for the end of the process: a reader that is only slow gets a moment. */
  finish(): void {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    this.flush();
    for (let waited = 0; this.isWaiting && waited < LAST_WAIT_MS; waited += LAST_TRY_MS) {
      Atomics.wait(clock, 0, 0, LAST_TRY_MS);
      this.flush();
    }
  }

  #take(): Buffer {
    if (this.#gathered === '') return NOTHING;
    const lines = this.#lost === 0 ? this.#gathered : lostLine(this.#lost) + this.#gathered;
    this.#gathered = '';
    this.#lost = 0;
    return Buffer.from(lines);
  }

  /** @returns what is to be tried again */
  #put(bytes: Buffer): Buffer {
    let left = bytes;
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.fd, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return left;
      this.#lost += left.filter((byte) => byte === NEWLINE).length;
      return NOTHING;
    }
    return left;
  }
}

function lostLine(lines: number): string {
  const msg = 'lines of this log were lost: they could not be written';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lines, msg })}\n`;
}
