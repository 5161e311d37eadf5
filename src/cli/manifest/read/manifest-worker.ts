import { parentPort, workerData } from 'node:worker_threads';
import { CliError } from '../../kit/index.js';
import type { ReadApart, ReaderAnswer } from './read-apart.js';
import { READERS } from './readers.js';

// Entry point of the thread that reads one file and ends; started by `readApart`. It exports nothing:
// the release loads a module with exports only when one of them is used.

/**
 * Answers with a value or a CliError. Any other error ends the thread, and `readApart` throws it.
 */
async function reply({ as, file }: ReadApart): Promise<void> {
  parentPort?.postMessage(await answerRead(as, file));
}

async function answerRead(as: ReadApart['as'], file: ReadApart['file']): Promise<ReaderAnswer> {
  try {
    // The cast is safe: the caller passes the options of this reader.
    return { value: await READERS[as](file as never) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { message, exitCode, code, detail, hint } = error;
    return {
      message,
      refusal: { exitCode, code, ...(detail && { detail }), ...(hint && { hint }) },
    };
  }
}

const given: ReadApart | null = workerData;

if (given?.file === undefined) {
  throw new Error('This file is the thread that reads account files; it is not a command.');
}

void reply(given);
