import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../errors.js';
import type { AnalysisInput, PageAnalysis } from '../analyse.js';
import { analysePage } from '../analyse.js';

/** Pages over this many characters are read in a worker thread, so that the event loop never stalls. */
export const WORKER_FROM = 256 * 1024;

/** Longest time for one page, milliseconds; 4 MB take one second on a slow core. */
const DEADLINE_MS = 15_000;
/** Heap of one worker: 4 MB of HTML need about 150 MB. */
const HEAP_MB = 384;
/** A worker that has nothing to do ends after this long, milliseconds. */
const IDLE_MS = 10_000;
/** One core is left to the service. */
const MAX_WORKERS = Math.max(1, Math.min(4, availableParallelism() - 1));

/** What a worker answers. */
export type WorkerAnswer =
  | { analysis: PageAnalysis }
  | { error: { code: string; message: string } };

interface Job {
  input: AnalysisInput;
  resolve(analysis: PageAnalysis): void;
  reject(error: Error): void;
}

interface Seat {
  worker: Worker;
  job: Job | null;
  deadline: NodeJS.Timeout | null;
  idle: NodeJS.Timeout | null;
}

const waiting: Job[] = [];
const seats = new Set<Seat>();

/**
 * Analyses a page in a worker thread with a heap limit and a deadline; pages beyond the number of
 * workers wait their turn. Where the built worker does not exist (sources run without a build) the
 * page is analysed here.
 * @throws ServiceError SOURCE_INVALID when the page took too long or too much memory.
 */
export function analyseInWorker(input: AnalysisInput): Promise<PageAnalysis> {
  if (workerFile === null) return Promise.resolve(analysePage(input));
  return new Promise((resolve, reject) => {
    waiting.push({ input, resolve, reject });
    assign();
  });
}

/** Ends the idle workers; those at work end by themselves. */
export async function closeWorkers(): Promise<void> {
  const idle = [...seats].filter(({ job }) => job === null);
  await Promise.all(idle.map((seat) => leave(seat)));
}

/** The built entry point, beside this bundle, one folder up, or in dist/ when run from sources. */
const workerFile =
  ['./page-worker.js', '../page-worker.js', '../../../../dist/page-worker.js']
    .map((path) => new URL(path, import.meta.url))
    .find((file) => existsSync(file)) ?? null;

function assign(): void {
  if (waiting.length === 0) return;
  const free =
    [...seats].find(({ job }) => job === null) ?? (seats.size < MAX_WORKERS ? open() : null);
  const job = free === null ? undefined : waiting.shift();
  if (free === null || job === undefined) return;
  start(free, job);
}

function open(): Seat | null {
  if (workerFile === null) return null;
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const seat: Seat = { worker, job: null, deadline: null, idle: null };
  worker.unref();
  worker.on('message', (answer: WorkerAnswer) => finish(seat, answer));
  worker.on('error', (cause) => fail(seat, cause));
  worker.on('exit', () => fail(seat, new Error('the worker ended')));
  seats.add(seat);
  return seat;
}

function start(seat: Seat, job: Job): void {
  if (seat.idle !== null) clearTimeout(seat.idle);
  seat.job = job;
  seat.worker.ref();
  seat.deadline = setTimeout(() => fail(seat, new Error('the time ran out')), DEADLINE_MS);
  seat.worker.postMessage(job.input);
}

function finish(seat: Seat, answer: WorkerAnswer): void {
  const { job } = seat;
  release(seat);
  if (job === null) return;
  if ('analysis' in answer) job.resolve(answer.analysis);
  else
    job.reject(
      new ServiceError(
        answer.error.code === 'INVALID_FIELD' ? 'INVALID_FIELD' : 'SOURCE_INVALID',
        answer.error.message,
      ),
    );
  seat.idle = setTimeout(() => void leave(seat), IDLE_MS);
  seat.idle.unref();
  assign();
}

function fail(seat: Seat, cause: Error): void {
  const { job } = seat;
  release(seat);
  void leave(seat);
  job?.reject(
    new ServiceError(
      'SOURCE_INVALID',
      `The page at ${job.input.url} could not be read within the limits of a page (${cause.message}).`,
      { cause },
    ),
  );
  assign();
}

function release(seat: Seat): void {
  if (seat.deadline !== null) clearTimeout(seat.deadline);
  seat.deadline = null;
  seat.job = null;
  seat.worker.unref();
}

async function leave(seat: Seat): Promise<void> {
  if (!seats.delete(seat)) return;
  if (seat.idle !== null) clearTimeout(seat.idle);
  seat.worker.removeAllListeners();
  await seat.worker.terminate();
}
