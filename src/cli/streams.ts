import { ClosedPipe } from './frame.js';

/** One output stream and everything there is to know about where it leads. */
export interface OutputStream {
  readonly isTerminal: boolean;
  readonly colour: boolean;
  /** Columns: those of the terminal, 80 elsewhere. */
  readonly width: number;
  /**
   * Writes and waits while the reader is slow, so that a large output is never held in memory.
   * Throws ClosedPipe once the reader is gone.
   */
  write(text: string): Promise<void>;
}

export interface InputStream {
  readonly isTerminal: boolean;
  /** Everything there is to read, at most `limitBytes`. Throws RangeError beyond. */
  readAll(limitBytes: number): Promise<string>;
  /** The same undecoded. */
  readBytes(limitBytes: number): Promise<Buffer>;
}

/** The three streams of a process; decided once, and the only place that knows terminals. */
export interface Streams {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** The part of a Node stream that is needed: `process.stdout` has it, a PassThrough too. */
export type NodeOutput = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
export type NodeInput = NodeJS.ReadableStream & { isTTY?: boolean };

export interface StreamFacts {
  env: NodeJS.ProcessEnv;
  /** `--no-color` was given. */
  noColor: boolean;
  /** Told when the reader of an output stream has gone. */
  onClosedPipe?: () => void;
}

/** The three of them: `process` itself, or a test's own. */
export interface NodeStreams {
  readonly stdin: NodeInput;
  readonly stdout: NodeOutput;
  readonly stderr: NodeOutput;
}

/** Opens each stream when it is first used: Node builds them lazily, and each costs start-up time. */
export function openStreams(node: NodeStreams, facts: StreamFacts): Streams {
  let stdin: InputStream | undefined;
  let stdout: OutputStream | undefined;
  let stderr: OutputStream | undefined;
  return {
    get stdin() {
      stdin ??= openInput(node.stdin);
      return stdin;
    },
    get stdout() {
      stdout ??= openOutput(node.stdout, facts);
      return stdout;
    },
    get stderr() {
      stderr ??= openOutput(node.stderr, facts);
      return stderr;
    },
  };
}

/**
 * Whether a stream gets colours. `--no-color` beats NO_COLOR (https://no-color.org), which beats
 * FORCE_COLOR; else a terminal does. Decided here because chalk 5 does not look at NO_COLOR.
 */
export function decideColour(isTerminal: boolean, { env, noColor }: StreamFacts): boolean {
  if (noColor) return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return !/^(?:0|false)$/.test(env.FORCE_COLOR);
  return isTerminal && env.TERM !== 'dumb';
}

function openInput(stream: NodeInput): InputStream {
  async function readBytes(limitBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > limitBytes) throw new RangeError(`more than ${limitBytes} bytes`);
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  }
  return {
    isTerminal: stream.isTTY === true,
    readBytes,
    readAll: async (limitBytes) => (await readBytes(limitBytes)).toString('utf8'),
  };
}

function openOutput(stream: NodeOutput, facts: StreamFacts): OutputStream {
  const isTerminal = stream.isTTY === true;
  let failure: Error | undefined;
  // Without a listener, the EPIPE of `| head` would be an uncaught exception.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code === 'EPIPE' ? new ClosedPipe() : error;
    if (failure instanceof ClosedPipe) facts.onClosedPipe?.();
  });
  return {
    isTerminal,
    colour: decideColour(isTerminal, facts),
    get width() {
      return isTerminal ? stream.columns || 80 : 80;
    },
    async write(text) {
      if (failure !== undefined) throw failure;
      if (stream.write(text)) return;
      await new Promise<void>((resolve) => {
        stream.once('drain', resolve);
        stream.once('error', () => resolve());
      });
      if (failure !== undefined) throw failure;
    },
  };
}
