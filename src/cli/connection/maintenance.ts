import type { Notes } from '../output/notes.js';
import type { Service } from './embedded.js';

/**
 * The periodic work of `feedctl serve`, done by a command for the service in its own process. It
 * does nothing while a live `serve` does the work.
 */
export interface Maintenance {
  /** Repairs times that a wrong clock has written, before due feeds are chosen. */
  repairClock(): Promise<void>;
  /**
   * Fetches the full texts of items that were stored without them.
   * @param withinMs the next command that fetches feeds continues
   * @returns how many feeds still have texts to fetch
   */
  texts(withinMs: number): Promise<number>;
  /** Attempts due deliveries. Failed ones are retried later, so they do not fail the command. */
  deliveries(): Promise<void>;
  /** Does everything after feeds were fetched: texts, deliveries, and retention. */
  all(): Promise<void>;
}

/** Maximum times that the parts may delay a command, in milliseconds. */
const TEXTS_MS = 60_000;
const DELIVERIES_MS = 10_000;
const RETENTION_MS = 2000;

export function maintenanceOf(
  service: Service,
  { notes, signal }: { notes: Notes; signal: AbortSignal },
): Maintenance {
  return { repairClock, texts, deliveries, all };

  async function repairClock(): Promise<void> {
    const retention = await service.retention();
    // A failure is ignored: feeds can be read even if nothing can be written.
    await retention.repairClock().catch(() => undefined);
  }

  async function texts(withinMs: number): Promise<number> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const refresher = await service.http.refresher();
    return refresher.drainTexts(until);
  }

  async function deliveries(): Promise<void> {
    const within = { withinMs: DELIVERIES_MS, signal };
    const failed = (await service.http.webhooks.deliverDue(within))?.failed ?? 0;
    if (failed > 0) await notes.note(deliveriesFailed(failed));
  }

  async function all(): Promise<void> {
    if (signal.aborted) return;
    const left = await texts(TEXTS_MS);
    if (signal.aborted) return;
    if (left > 0) await notes.note(textsLeft(left));
    await deliveries();
    const retention = await service.retention();
    // A failure is ignored, because the next command continues.
    await retention.doDue({ withinMs: RETENTION_MS, signal }).catch(() => undefined);
  }
}

function textsLeft(feeds: number): string {
  const what = feeds === 1 ? 'A feed has' : `${feeds} feeds have`;
  return `${what} more full texts to fetch. The next refresh continues: feedctl refresh`;
}

function deliveriesFailed(failed: number): string {
  const what = failed === 1 ? 'A webhook delivery' : `${failed} webhook deliveries`;
  return `${what} failed. A running \`feedctl serve\` retries automatically; otherwise run: feedctl refresh. See: feedctl webhooks deliveries`;
}
