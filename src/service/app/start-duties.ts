import type { Duties } from '../instances/duties.js';
import type { Service } from './service.js';

/** What a serving process does by itself, beside answering requests. */
export interface Work {
  /** Ends refreshing and clearing away. */
  stop(graceMs: number): Promise<void>;
  /** Ends delivering; after the rest, which may have announced something. */
  delivered(graceMs: number): Promise<void>;
}

/** Starts the loops of a process. */
export async function startDuties(
  service: Service,
  { refreshes, delivers }: Duties,
): Promise<Work> {
  const refreshing = refreshes ? (await service.refresher()).startLoop() : undefined;
  const clearing = refreshes ? (await service.retention()).startLoop() : undefined;
  const delivering = delivers ? await service.webhooks.startLoop() : undefined;
  return {
    async stop(graceMs) {
      await Promise.all([refreshing?.stop(graceMs), clearing?.stop()]);
    },
    async delivered(graceMs) {
      await delivering?.stop(graceMs);
    },
  };
}
