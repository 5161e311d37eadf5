import { parentPort, workerData } from 'node:worker_threads';
import { CliError } from '../../kit/index.js';
import type { Manifest } from '../../sources/model.js';
import { readManifest } from './open-manifest.js';

/** A file of somebody else; the entry point of the thread that `read-apart.ts` starts. */
export interface GivenFile {
  bytes: Uint8Array;
  name: string;
}

/** What the thread replies. */
export type ReadFile =
  | { manifest: Manifest }
  /** The file cannot be read; positions and reasons are in `details`. */
  | { problem: string; details: readonly string[] };

/** Reads a file without its invalid entries. */
export async function readGiven({ bytes, name }: GivenFile): Promise<ReadFile> {
  try {
    return { manifest: await readManifest(bytes, name, { skipUnusable: true }) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { problem: error.message, details: error.detail?.split('\n') ?? [] };
  }
}

const given: { file?: GivenFile } | null = workerData;
if (given?.file !== undefined) {
  void readGiven(given.file).then((read) => parentPort?.postMessage(read));
}
