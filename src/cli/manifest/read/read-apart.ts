import { builtWorker, startWorker } from '../../../base/built-worker.js';
import { counted } from '../../../base/text.js';
import { CliError } from '../../kit/index.js';
import { type ReadManifest, readManifest } from './open-manifest.js';

/** A file that a user of the dashboard sent. */
export interface GivenFile {
  bytes: Uint8Array;
  name: string;
}

type ReadFile =
  | { manifest: ReadManifest }
  /** The file cannot be read; positions and reasons are in `details`. */
  | { problem: string; details: readonly string[] };

/** Maximum number of invalid entries that are named; a file can have 100,000. */
const MAX_NAMED = 20;

/** Reads a file in this thread, without its invalid entries. */
export async function readGiven({ bytes, name }: GivenFile): Promise<ReadFile> {
  try {
    const manifest = await readManifest(bytes, name, { skipUnusable: true });
    const more = manifest.skipped.length - MAX_NAMED;
    if (more <= 0) return { manifest };
    const counts = `${counted(more, 'more entry', 'more entries')} of the file cannot be used.`;
    const skipped = manifest.skipped.slice(0, MAX_NAMED);
    return { manifest: { ...manifest, skipped, notes: [...manifest.notes, counts] } };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { problem: error.message, details: error.detail?.split('\n') ?? [] };
  }
}

/** 4 MB of YAML need less than 300 MB. */
const HEAP_MB = 512;
/** 4 MB of YAML take 2 s of a core. */
const TIMEOUT_MS = 120_000;

const workerFile = builtWorker('manifest-worker.cjs');

let previous: Promise<unknown> = Promise.resolve();

/**
 * Reads a file in a thread with a heap limit and a timeout, so that a server answers others
 * meanwhile; one file at a time. Without a build it is read in this thread.
 */
export function readApart(file: GivenFile): Promise<ReadFile> {
  const next = previous.then(() =>
    workerFile === null ? readGiven(file) : start(workerFile, file),
  );
  previous = next.catch(() => undefined);
  return next;
}

function start(entry: URL, file: GivenFile): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(entry, { heapMb: HEAP_MB, data: { file } });
    const timer = setTimeout(() => finish(tooCostly('it takes too long')), TIMEOUT_MS);
    function finish(result: ReadFile): void {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    }
    worker.once('message', finish);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') finish(tooCostly('it needs too much memory'));
      else reject(error);
    });
    worker.once('exit', () => reject(new Error('The thread that reads a file ended.')));
  });
}

function tooCostly(reason: string): ReadFile {
  return {
    problem: `The file cannot be read: ${reason}. Split it into smaller files.`,
    details: [],
  };
}
