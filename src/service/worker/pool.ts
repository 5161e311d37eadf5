import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { builtWorker, startWorker } from '../../base/built-worker.js';
import { FairQueue } from '../core/async/fair-queue.js';
import { turnNow } from '../core/async/turn.js';
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
/** Workers for one account, and for all refreshes. One core is reserved for the service. */
const MAX_SHARE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** One is left for the others. */
const MAX_WORKERS = MAX_SHARE + 1;

interface Errand {
  turn: ReturnType<typeof turnNow>;
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
  stopDeadline: (() => number) | null;
  idle: NodeJS.Timeout | null;
}

/** Refreshes and requests alternate, and within each of them accounts. */
const refreshes = new FairQueue<Errand>();
const requests = new FairQueue<Errand>();
let wasRefresh = false;
const seats = new Set<Seat>();

/**
 * Runs the job in a worker thread with a heap limit and a deadline, so that the event loop never
 * stalls; excess jobs are queued, and accounts take turns. Without a built worker (running from sources) it runs in this
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
    const turn = turnNow();
    (turn.isRefresh ? refreshes : requests).push(turn.accountId, {
      turn,
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
  const idle = [...seats].find(({ errand }) => errand === null);
  if (idle === undefined && seats.size === MAX_WORKERS) return;
  const errand = nextErrand();
  if (errand === undefined) return;
  const seat = idle ?? open();
  if (seat === null) return;
  start(seat, errand);
  assign();
}

function nextErrand(): Errand | undefined {
  const [first, second] = wasRefresh ? [requests, refreshes] : [refreshes, requests];
  return first.shift(hasShareLeft(first)) ?? second.shift(hasShareLeft(second));
}

/** Whether another worker may do a job of the account; all refreshes count as one. */
function hasShareLeft(queue: FairQueue<Errand>): (accountId: string) => boolean {
  const running = [...seats].flatMap(({ errand }) => errand?.turn ?? []);
  return (accountId) =>
    running.filter((turn) =>
      queue === refreshes ? turn.isRefresh : !turn.isRefresh && turn.accountId === accountId,
    ).length < MAX_SHARE;
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
  wasRefresh = errand.turn.isRefresh;
  seat.worker.ref();
  const deadlineMs = Math.min(errand.deadlineMs, errand.turn.budget?.leftMs ?? errand.deadlineMs);
  const stop = startDeadline(deadlineMs, () => fail(seat, new Error('the job timed out')));
  seat.stopDeadline = () => {
    const leftMs = Math.max(0, stop());
    if (errand.turn.budget !== undefined) errand.turn.budget.leftMs -= deadlineMs - leftMs;
    return leftMs;
  };
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
