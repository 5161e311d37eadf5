import { parentPort, workerData } from 'node:worker_threads';
import { type GivenFile, readGiven } from './read-apart.js';

// Entry point of the thread that reads one file and ends; started by `readApart`. It exports nothing:
// the release loads a module with exports only when one of them is used.

/** An error that is not about the file ends the thread, and reaches `readApart` as its error. */
async function reply({ bytes, name }: GivenFile): Promise<void> {
  parentPort?.postMessage(await readGiven({ bytes, name }));
}

const given: { file?: GivenFile } | null = workerData;

if (given?.file === undefined) {
  throw new Error('This file is the thread that reads account files; it is not a command.');
}

void reply(given.file);
