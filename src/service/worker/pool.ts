import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { builtWorker, startWorker } from '../../base/built-worker.js';
import { ServiceError } from '../core/errors.js';
import { startDeadline } from './deadline.js';
import type { WorkerAnswer, WorkerJob, WorkerTask } from './worker-job.js';

/**
 * Heap limit of one worker: 4 MB of HTML need about 150 MB, 24 MB of a feed less than 256 MB. This
 * is the last resort: native code that reaches it ends the process, so the input of a worker has
 * its own limits.
 */
const HEAP_MB = 512;
/** An idle worker ends after this time, in milliseconds. */
const IDLE_MS = 10_000;
/** One core is reserved for the service. */
const MAX_WORKERS = Math.max(1, Math.min(4, availableParallelism() - 1));

interface Errand {
  task: WorkerTask;
  deadlineMs: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
  refusal(reason: string): ServiceError;
}

interface Seat {
  worker: Worker;
  errand: Errand | null;
  /** Stops the deadline of the errand. */
  stopDeadline: (() => void) | null;
  idle: NodeJS.Timeout | null;
}

const waiting: Errand[] = [];
const seats = new Set<Seat>();

/**
 * Runs the job in a worker thread with a heap limit and a deadline, so that the event loop never
 * stalls; excess jobs are queued. Without a built worker (running from sources) it runs in this
 * thread.
 * @throws ServiceError of the job itself, or its refusal when it exceeds the limits
 */
export function runInWorker<Input, Result>(
  job: WorkerJob<Input, Result>,
  input: Input,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (workerFile === null) {
      resolve(job.here(input));
      return;
    }
    waiting.push({
      task: { name: job.name, input },
      deadlineMs: job.deadlineMs,
      // The table of the thread has the same job under this name.
      resolve: (result) => resolve(result as Result),
      reject,
      refusal: (reason) => job.refusal(input, reason),
    });
    assign();
  });
}

/** Ends the idle workers; busy ones end when they are done. */
export async function closeWorkers(): Promise<void> {
  const idle = [...seats].filter(({ errand }) => errand === null);
  await Promise.all(idle.map((seat) => leave(seat)));
}

const workerFile = builtWorker('reading-worker.cjs');

function assign(): void {
  if (waiting.length === 0) return;
  const free =
    [...seats].find(({ errand }) => errand === null) ?? (seats.size < MAX_WORKERS ? open() : null);
  const errand = free === null ? undefined : waiting.shift();
  if (free === null || errand === undefined) return;
  start(free, errand);
}

function open(): Seat | null {
  if (workerFile === null) return null;
  const worker = startWorker(workerFile, { heapMb: HEAP_MB });
  const seat: Seat = { worker, errand: null, stopDeadline: null, idle: null };
  worker.unref();
  worker.on('message', (answer: WorkerAnswer) => finish(seat, answer));
  worker.on('error', (cause) => fail(seat, cause));
  worker.on('exit', () => fail(seat, new Error('the worker exited')));
  seats.add(seat);
  return seat;
}

function start(seat: Seat, errand: Errand): void {
  if (seat.idle !== null) clearTimeout(seat.idle);
  seat.errand = errand;
  seat.worker.ref();
  seat.stopDeadline = startDeadline(errand.deadlineMs, () =>
    fail(seat, new Error('the job timed out')),
  );
  seat.worker.postMessage(errand.task);
}

function finish(seat: Seat, answer: WorkerAnswer): void {
  const { errand } = seat;
  release(seat);
  if (errand === null) return;
  if ('result' in answer) errand.resolve(answer.result);
  else errand.reject(thrown(answer.error));
  seat.idle = setTimeout(() => void leave(seat), IDLE_MS);
  seat.idle.unref();
  assign();
}

function thrown({ code, message }: Extract<WorkerAnswer, { error: unknown }>['error']): Error {
  return code === null ? new Error(message) : new ServiceError(code, message);
}

function fail(seat: Seat, cause: Error): void {
  const { errand } = seat;
  release(seat);
  void leave(seat);
  if (errand !== null) {
    const refusal = errand.refusal(cause.message);
    refusal.cause = cause;
    errand.reject(refusal);
  }
  assign();
}

function release(seat: Seat): void {
  seat.stopDeadline?.();
  seat.stopDeadline = null;
  seat.errand = null;
  seat.worker.unref();
}

async function leave(seat: Seat): Promise<void> {
  if (!seats.delete(seat)) return;
  if (seat.idle !== null) clearTimeout(seat.idle);
  seat.worker.removeAllListeners();
  await seat.worker.terminate();
}
