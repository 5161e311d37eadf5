import { parentPort } from 'node:worker_threads';
import { ServiceError } from './errors.js';
import { type AnalysisInput, analysePage } from './generate/analyse.js';
import type { WorkerAnswer } from './generate/worker/pool.js';

// The entry point of the worker thread that reads large pages: one page in, its analysis out.
parentPort?.on('message', (input: AnalysisInput) => {
  parentPort?.postMessage(answer(input));
});

function answer(input: AnalysisInput): WorkerAnswer {
  try {
    return { analysis: analysePage(input) };
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : 'SOURCE_INVALID';
    const message = error instanceof Error ? error.message : String(error);
    return { error: { code, message } };
  }
}
