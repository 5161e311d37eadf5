import { readStream } from '../../base/read-file.js';
import { ClosedPipe, UnwritableOutput } from '../kit/index.js';

// Importing process would evaluate all its exports, including the streams: 2 ms of start-up.
const { fstatSync, writeSync } = process.getBuiltinModule('node:fs');

/** An output stream and the properties of its destination. */
export interface OutputStream {
  readonly isTerminal: boolean;
  readonly colour: boolean;
  /** Supports links (OSC 8). */
  readonly hyperlinks: boolean;
  /** True if a line can be replaced, as spinners do: a terminal, but no dumb one. */
  readonly canRedraw: boolean;
  /** Width in columns: the terminal's, otherwise 80. */
  readonly width: number;
  /**
   * Writes and waits for a slow reader, so that a large output is not buffered in memory.
   * Throws ClosedPipe once the reader has closed the pipe.
   */
  write(text: string): Promise<void>;
}

interface InputStream {
  readonly isTerminal: boolean;
  /** Reads everything, up to `limitBytes`. Throws RangeError beyond. */
  readAll(limitBytes: number): Promise<string>;
  /** As `readAll`, but returns bytes. */
  readBytes(limitBytes: number): Promise<Buffer>;
}

/** The three streams of a process; the only module that checks for terminals. */
export interface Streams {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /**
   * From now on, ignores closed pipes and drops unread output: for a command that serves
   * other clients.
   */
  outliveReaders(): void;
}

/** The required part of a Node stream; `process.stdout` and PassThrough have it. */
export type NodeOutput = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
export type NodeInput = NodeJS.ReadableStream & { isTTY?: boolean };

interface StreamFacts {
  env: NodeJS.ProcessEnv;
  /** `--no-color` was given. */
  noColor: boolean;
  /** `--color` was given. */
  color?: boolean;
  /** Called when the reader of an output stream has closed it. */
  onClosedPipe?: () => void;
  /** The file descriptor of stdout, for a real process. */
  stdoutFd?: number;
  /** Ends the reading of standard input, and writes to a reader that has stopped reading. */
  signal?: AbortSignal;
}

/** The three streams of `process`, or of a test. */
export interface NodeStreams {
  readonly stdin: NodeInput;
  readonly stdout: NodeOutput;
  readonly stderr: NodeOutput;
}

/** Opens each stream on first use: Node creates them lazily, and each costs start-up time. */
export function openStreams(node: NodeStreams, facts: StreamFacts): Streams {
  let stdin: InputStream | undefined;
  let stdout: OutputStream | undefined;
  let stderr: OutputStream | undefined;
  const shared = { ...facts, outlivesReaders: false };
  return {
    get stdin() {
      stdin ??= openInput(node.stdin, facts.signal);
      return stdin;
    },
    get stdout() {
      stdout ??= openOutput(() => node.stdout, shared, facts.stdoutFd);
      return stdout;
    },
    get stderr() {
      stderr ??= openOutput(() => node.stderr, shared);
      return stderr;
    },
    outliveReaders() {
      shared.outlivesReaders = true;
    },
  };
}

/** The flags for colours; the last one counts. */
export function colourFlags(argv: readonly string[]): Pick<StreamFacts, 'noColor' | 'color'> {
  const end = argv.indexOf('--');
  const last = (end < 0 ? argv : argv.slice(0, end)).findLast((word) =>
    /^--(?:no-)?color$/.test(word),
  );
  return { noColor: last === '--no-color', color: last === '--color' };
}

/**
 * Whether a stream gets colours. `--no-color` and `--color` beat NO_COLOR (https://no-color.org), which beats
 * FORCE_COLOR, then CLICOLOR_FORCE and CLICOLOR (https://bixense.com/clicolors), then whether it is a
 * terminal, and no dumb one.
 * Decided here because chalk 5 ignores NO_COLOR.
 */
export function decideColour(isTerminal: boolean, facts: StreamFacts): boolean {
  const { env, noColor, color = false } = facts;
  if (noColor || color) return color;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return !/^(?:0|false)$/.test(env.FORCE_COLOR);
  if (isSet(env.CLICOLOR_FORCE)) return true;
  return isTerminal && env.CLICOLOR !== '0' && env.TERM !== 'dumb';
}

/**
 * Whether a stream supports links. FORCE_HYPERLINK decides; otherwise a known terminal with colours
 * (https://github.com/Alhadis/OSC8-Adoption). An unknown terminal could print the address twice.
 */
export function decideHyperlinks(isTerminal: boolean, facts: StreamFacts): boolean {
  const { env } = facts;
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0';
  if (!isTerminal || !decideColour(isTerminal, facts)) return false;
  if (env.CI !== undefined || env.TEAMCITY_VERSION !== undefined) return false;
  if (env.WT_SESSION !== undefined || env.DOMTERM !== undefined) return true;
  if (/^(?:xterm-kitty|xterm-ghostty|alacritty|foot)/.test(env.TERM ?? '')) return true;
  // Version 0.50.0 crashes on some links.
  const vte = Number(env.VTE_VERSION ?? 0);
  if (vte > 5000) return true;
  const major = Number.parseInt(env.TERM_PROGRAM_VERSION ?? '', 10);
  const since = LINKS_SINCE[env.TERM_PROGRAM ?? ''];
  return since !== undefined && major >= since;
}

/** First major version that supports links, by TERM_PROGRAM. */
const LINKS_SINCE: Readonly<Record<string, number>> = {
  'iTerm.app': 3,
  WezTerm: 20_200_620,
  ghostty: 1,
  vscode: 1,
  zed: 0,
};

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}

function openInput(stream: NodeInput, signal: AbortSignal | undefined): InputStream {
  const readBytes = (limitBytes: number) => readStream(stream, { limitBytes, signal });
  return {
    isTerminal: stream.isTTY === true,
    readBytes,
    readAll: async (limitBytes) => (await readBytes(limitBytes)).toString('utf8'),
  };
}

interface SharedFacts extends StreamFacts {
  outlivesReaders: boolean;
}

/**
 * @param fd written to without opening the stream, which loads Node's network code (4 ms), as long
 *   as the output is short and no terminal reads it
 */
function openOutput(open: () => NodeOutput, facts: SharedFacts, fd?: number): OutputStream {
  const target = new Target(open, facts);
  const isPlain = fd !== undefined && isPlainDescriptor(fd);
  const isTerminal = !isPlain && target.stream.isTTY === true;
  const writer = isPlain ? new DirectWriter(fd, target) : target;
  return {
    isTerminal,
    colour: decideColour(isTerminal, facts),
    hyperlinks: decideHyperlinks(isTerminal, facts),
    canRedraw: isTerminal && facts.env.TERM !== 'dumb',
    get width() {
      return isTerminal ? target.stream.columns || 80 : 80;
    },
    async write(text) {
      if (!target.isRead()) return;
      await writer.write(Buffer.from(text));
      target.isRead();
    },
  };
}

/** Time for a reader to read what was written before a signal, in milliseconds. */
const UNREAD_MS = 250;

/** A stream of Node, opened on demand, that remembers how writing failed. */
class Target {
  readonly #open: () => NodeOutput;
  readonly #facts: SharedFacts;
  #stream: NodeOutput | undefined;
  #failure: Error | undefined;

  constructor(open: () => NodeOutput, facts: SharedFacts) {
    this.#open = open;
    this.#facts = facts;
  }

  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  get stream(): NodeOutput {
    if (this.#stream === undefined) {
      this.#stream = this.#open();
      // Without a listener, the EPIPE of `| head` would be an uncaught exception.
      this.#stream.on('error', (error: NodeJS.ErrnoException) => this.fail(error));
    }
    return this.#stream;
  }

  fail(error: NodeJS.ErrnoException): void {
    if (this.#failure !== undefined) return;
    const isClosed = error.code === 'EPIPE';
    this.#failure = isClosed ? new ClosedPipe() : new UnwritableOutput(error);
    if (isClosed && !this.#facts.outlivesReaders) this.#facts.onClosedPipe?.();
  }

  /**
   * True while somebody reads the output. @throws the error of a failed write, except a closed pipe
   * if the command outlives its readers
   */
  isRead(): boolean {
    if (this.#failure === undefined) return true;
    if (this.#failure instanceof ClosedPipe && this.#facts.outlivesReaders) return false;
    throw this.#failure;
  }

  /**
   * Waits for the callback, not the return value: a closed pipe accepts text first and fails later,
   * and text must not count as printed before that.
   * @throws the reason of the signal when the reader has stopped reading, as a pager does
   */
  write(bytes: Buffer): Promise<void> {
    const { signal } = this.#facts;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const giveUp = () => {
        timer = setTimeout(() => reject(signal?.reason), UNREAD_MS);
      };
      if (signal?.aborted) giveUp();
      else signal?.addEventListener('abort', giveUp, { once: true });
      this.stream.write(bytes, (error) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        if (error) this.fail(error);
        resolve();
      });
    });
  }
}

/** A pipe buffers this many bytes, so writing them does not wait for its reader. */
const PIPE_BYTES = 16_384;

/** Writes the first bytes to a file descriptor, and the rest to the stream. */
class DirectWriter {
  readonly #fd: number;
  readonly #target: Target;
  #left = PIPE_BYTES;

  constructor(fd: number, target: Target) {
    this.#fd = fd;
    this.#target = target;
  }

  async write(bytes: Buffer): Promise<void> {
    const rest = this.#writeNow(bytes);
    if (rest.length > 0) await this.#target.write(rest);
  }

  /** @returns the bytes that are left for the stream */
  #writeNow(bytes: Buffer): Buffer {
    this.#left -= bytes.length;
    if (this.#left < 0 || this.#target.isOpen) return bytes;
    try {
      return writeNow(this.#fd, bytes);
    } catch (error) {
      this.#target.fail(error as NodeJS.ErrnoException);
      return Buffer.alloc(0);
    }
  }
}

function isPlainDescriptor(fd: number): boolean {
  try {
    const facts = fstatSync(fd);
    // Programs may use a socket pair as the pipe of a child, as Node does.
    return facts.isFile() || facts.isFIFO() || facts.isSocket();
  } catch {
    // The descriptor is closed, as by `>&-`: Node's own stream handles that.
    return false;
  }
}

/** @returns the bytes that a full pipe does not accept now */
function writeNow(fd: number, bytes: Buffer): Buffer {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return bytes.subarray(written);
}
