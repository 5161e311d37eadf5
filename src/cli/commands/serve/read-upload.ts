import { FairQueue } from '../../../base/fair-queue.js';
import { counted } from '../../../base/text.js';
import { CliError } from '../../kit/index.js';
import { readApart } from '../../manifest/read/read-apart.js';
import type { ReadManifest } from '../../manifest/read/read-manifest.js';

/** A file that a user of the dashboard sent. */
interface Upload {
  bytes: Uint8Array;
  name: string;
}

/** The sender of a file, and a signal that aborts when no answer is needed any more. */
export interface Sender {
  accountId: string;
  signal?: AbortSignal | undefined;
}

type ReadFile =
  | { manifest: ReadManifest }
  /** The file cannot be read; positions and reasons are in `details`. */
  | { problem: string; details: readonly string[] };

/** Maximum number of invalid entries that are listed; a file can have 100,000. */
const MAX_NAMED = 20;

/** 4 MB of YAML need less than 300 MB, and take 2 s of a core. */
const LIMITS = { heapMb: 512, timeoutMs: 10_000 };
/** Resolving an alias takes time in proportion to the length of the file. */
const MAX_ALIASES = 1000;

const waiting = new FairQueue<() => Promise<void>>();
let isReading = false;

/**
 * Reads a file without its invalid entries, one file at a time. Accounts take turns, and a file is
 * skipped if its sender has left.
 */
export function readUpload(file: Upload, { accountId, signal }: Sender): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    waiting.push(accountId, () => readFileApart(file, signal).then(resolve, reject));
    void readNext();
  });
}

async function readNext(): Promise<void> {
  if (isReading) return;
  isReading = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  isReading = false;
}

async function readFileApart(
  { bytes, name }: Upload,
  signal: AbortSignal | undefined,
): Promise<ReadFile> {
  try {
    const options = { skipUnusable: true, maxAliases: MAX_ALIASES };
    const manifest = await readApart('manifest', { bytes, name, options }, signal, LIMITS);
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
