import { builtWorker, startWorker } from '../../../base/built-worker.js';
import { CliError, type ExitCode } from '../../kit/index.js';
import { READERS } from './readers.js';

type Readers = typeof READERS;
type Result<K extends keyof Readers> = Awaited<ReturnType<Readers[K]>>;

/** Input of the thread. */
export interface ReadApart {
  as: keyof Readers;
  file: Parameters<Readers[keyof Readers]>[0];
}

/** Answer of the thread: the value, or the CliError that explains what is wrong with the file. */
export type ReaderAnswer =
  | { value: unknown }
  | {
      message: string;
      refusal: { exitCode: ExitCode; code: string; detail?: string; hint?: string };
    };

/** Limits for files of strangers. */
interface Limits {
  heapMb?: number;
  timeoutMs?: number;
}

/** Files up to this size are read without a thread, which would take longer to start. */
const SMALL_BYTES = 16 * 1024;

const workerFile = builtWorker('manifest-worker.cjs');

/**
 * Reads a file in a thread, so that signals can end a command and a server can answer others. Small
 * files, and all files without a build, are read in this thread.
 *
 * @throws {CliError} that says what is wrong with the file
 * @throws the reason of the signal
 */
export async function readApart<K extends keyof Readers>(
  as: K,
  file: Parameters<Readers[K]>[0],
  signal: AbortSignal | undefined,
  limits: Limits = {},
): Promise<Result<K>> {
  signal?.throwIfAborted();
  if (workerFile === null || file.bytes.length <= SMALL_BYTES) {
    return (await READERS[as](file as never)) as Result<K>;
  }
  const answer = await inThread(workerFile, { as, file }, signal, limits);
  // The cast is safe: the thread used the same reader.
  if ('value' in answer) return answer.value as Result<K>;
  throw new CliError(answer.message, answer.refusal);
}

function inThread(
  entry: URL,
  data: ReadApart,
  signal: AbortSignal | undefined,
  { heapMb, timeoutMs }: Limits,
): Promise<ReaderAnswer> {
  return new Promise<ReaderAnswer>((resolve, reject) => {
    const worker = startWorker(entry, { heapMb, data });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => end(() => reject(tooCostly('it takes too long'))), timeoutMs);
    const abort = () => end(() => reject(signal?.reason));
    function end(settle: () => void): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
      void worker.terminate();
    }
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', (answer: ReaderAnswer) => end(() => resolve(answer)));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(() => reject(isFull ? tooCostly('it needs too much memory') : error));
    });
    worker.once('exit', () => end(() => reject(new Error('The thread that reads a file ended.'))));
  });
}

function tooCostly(reason: string): CliError {
  return new CliError(`The file cannot be read: ${reason}. Split it into smaller files.`, {
    exitCode: 2,
    code: 'INVALID_FILE',
  });
}
