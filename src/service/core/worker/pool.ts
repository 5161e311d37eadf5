import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { builtWorker, startWorker } from '../../../base/built-worker.js';
import { FairQueue } from '../../../base/fair-queue.js';
import { turnNow } from '../async/turn.js';
import { ServiceError } from '../errors.js';
import { startDeadline } from './deadline.js';
import type { WorkerAnswer, WorkerJob, WorkerTask } from './worker-job.js';

/**
 * Heap limit of one worker: 4 MB of HTML need about 150 MB, 24 MB of a feed less than 256 MB. This
 * is the last resort: native code that reaches it ends the process, so the input of a worker has
 * its own limits.
 */
const HEAP_MB = 512;
/** Time after which an idle worker ends, in milliseconds. */
const IDLE_MS = 10_000;
/**
 * Maximum number of workers for one account, and for all refreshes. One core is reserved for the
 * service.
 */
const MAX_SHARE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** One worker is reserved for others. */
const MAX_WORKERS = MAX_SHARE + 1;

interface Job {
  turn: ReturnType<typeof turnNow>;
  task: WorkerTask;
  deadlineMs: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
  refusal(reason: string): ServiceError;
}

interface Slot {
  worker: Worker;
  job: Job | null;
  /** Stops the deadline of the job. */
  stopDeadline: (() => number) | null;
  idle: NodeJS.Timeout | null;
}

/** Refreshes and requests alternate, and accounts take turns within each. */
const refreshes = new FairQueue<Job>();
const requests = new FairQueue<Job>();
let wasRefresh = false;
const slots = new Set<Slot>();

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
      // The cast is safe: the thread has the same job under this name.
      resolve: (result) => resolve(result as Result),
      reject,
      refusal: (reason) => job.refusal(input, reason),
    });
    assign();
  });
}

/** Ends the idle workers; busy ones end when they are done. */
export async function closeWorkers(): Promise<void> {
  const idle = [...slots].filter(({ job }) => job === null);
  await Promise.all(idle.map((slot) => leave(slot)));
}

const workerFile = builtWorker('reading-worker.cjs');

function assign(): void {
  const idle = [...slots].find(({ job }) => job === null);
  if (idle === undefined && slots.size === MAX_WORKERS) return;
  const job = nextJob();
  if (job === undefined) {
    const isCrowded = !(refreshes.isEmpty && requests.isEmpty);
    if (isCrowded && idle === undefined) openSpare();
    return;
  }
  const slot = idle ?? open();
  if (slot === null) return;
  start(slot, job);
  assign();
}

function nextJob(): Job | undefined {
  const [first, second] = wasRefresh ? [requests, refreshes] : [refreshes, requests];
  return first.shift(hasShareLeft(first)) ?? second.shift(hasShareLeft(second));
}

/** True if an account may use another worker; all refreshes count as one account. */
function hasShareLeft(queue: FairQueue<Job>): (accountId: string) => boolean {
  const running = [...slots].flatMap(({ job }) => job?.turn ?? []);
  return (accountId) =>
    running.filter((turn) =>
      queue === refreshes ? turn.isRefresh : !turn.isRefresh && turn.accountId === accountId,
    ).length < MAX_SHARE;
}

/**
 * Starts a spare thread, which takes several times as long as reading a page of 100 kB, for the
 * next account.
 */
function openSpare(): void {
  const slot = open();
  if (slot !== null) endWhenIdle(slot);
}

function open(): Slot | null {
  if (workerFile === null) return null;
  const worker = startWorker(workerFile, { heapMb: HEAP_MB });
  const slot: Slot = { worker, job: null, stopDeadline: null, idle: null };
  worker.unref();
  worker.on('message', (answer: WorkerAnswer) => finish(slot, answer));
  worker.on('error', (cause) => fail(slot, cause));
  worker.on('exit', () => fail(slot, new Error('the worker exited')));
  slots.add(slot);
  return slot;
}

function start(slot: Slot, job: Job): void {
  if (slot.idle !== null) clearTimeout(slot.idle);
  slot.job = job;
  wasRefresh = job.turn.isRefresh;
  slot.worker.ref();
  const deadlineMs = Math.min(job.deadlineMs, job.turn.budget?.leftMs ?? job.deadlineMs);
  const stop = startDeadline(deadlineMs, () => fail(slot, new Error('the job timed out')));
  slot.stopDeadline = () => {
    const leftMs = Math.max(0, stop());
    if (job.turn.budget !== undefined) job.turn.budget.leftMs -= deadlineMs - leftMs;
    return leftMs;
  };
  slot.worker.postMessage(job.task);
}

function finish(slot: Slot, answer: WorkerAnswer): void {
  const { job } = slot;
  release(slot);
  if (job === null) return;
  if ('result' in answer) job.resolve(answer.result);
  else job.reject(thrown(answer.error));
  endWhenIdle(slot);
  assign();
}

function endWhenIdle(slot: Slot): void {
  slot.idle = setTimeout(() => void leave(slot), IDLE_MS);
  slot.idle.unref();
}

function thrown({ code, message }: Extract<WorkerAnswer, { error: unknown }>['error']): Error {
  return code === null ? new Error(message) : new ServiceError(code, message);
}

function fail(slot: Slot, cause: Error): void {
  const { job } = slot;
  release(slot);
  void leave(slot);
  if (job !== null) {
    const refusal = job.refusal(cause.message);
    refusal.cause = cause;
    job.reject(refusal);
  }
  assign();
}

function release(slot: Slot): void {
  slot.stopDeadline?.();
  slot.stopDeadline = null;
  slot.job = null;
  slot.worker.unref();
}

async function leave(slot: Slot): Promise<void> {
  if (!slots.delete(slot)) return;
  if (slot.idle !== null) clearTimeout(slot.idle);
  slot.worker.removeAllListeners();
  await slot.worker.terminate();
}
