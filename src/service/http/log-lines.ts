import { writeSync } from 'node:fs';

/** Buffer size that triggers a write before the next flush, in characters. */
const GATHERED = 8 * 1024;
/** Maximum size of the buffer while its reader does not read. */
const MAX_WAITING = 1024 * 1024;
/** Time to wait for a slow reader at the end, and interval of retries, in milliseconds. */
const LAST_WAIT_MS = 1000;
const LAST_TRY_MS = 20;

const NOTHING = Buffer.alloc(0);
const NEWLINE = 10;

/**
 * Buffers log lines for a file descriptor. Never throws and never waits for a reader: the service
 * continues when the reader is gone or blocked, or the disk is full; lost lines are counted in a
 * line of their own once writing works again. pino's own destination retries endlessly in its
 * flushSync, which blocks the event loop (sonic-boom 4.2: any error but EAGAIN is neither thrown
 * nor reported).
 */
export class LogLines {
  #gathered = '';
  /** The part of an earlier flush that the reader has not read. */
  #rest: Buffer = NOTHING;
  #lost = 0;

  /** @param fd descriptor of the caller, which is never closed here */
  constructor(readonly fd: number) {}

  get isWaiting(): boolean {
    return this.#rest.length > 0 || this.#gathered !== '';
  }

  /** @param line complete line with its newline */
  write(line: string): void {
    if (this.#rest.length + this.#gathered.length > MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#gathered += line;
    if (this.#gathered.length >= GATHERED && this.#rest.length === 0) this.flush();
  }

  /** Writes as much as the reader accepts now. */
  flush(): void {
    do {
      this.#rest = this.#put(this.#rest);
      if (this.#rest.length > 0) return;
      this.#rest = this.#take();
    } while (this.#rest.length > 0);
  }

  /** As `flush`, at the end of the process: waits a moment for a slow reader. */
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

  /** @returns the text to retry */
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
