import type { Notes } from '../output/notes.js';
import type { Service } from './embedded.js';

/** Maximum time that receivers may delay a command, in milliseconds. */
const LIMIT_MS = 10_000;

/**
 * Attempts the due deliveries, unless a live `serve` does so. Failed deliveries are retried later,
 * so a failure does not fail the command.
 */
export async function deliverBeforeExit(
  { http }: Service,
  { notes, signal }: { notes: Notes; signal: AbortSignal },
): Promise<void> {
  const summary = await http.webhooks.deliverDue({ withinMs: LIMIT_MS, signal });
  const failed = summary?.failed ?? 0;
  if (failed === 0) return;
  const what = failed === 1 ? 'A webhook delivery' : `${failed} webhook deliveries`;
  await notes.note(
    `${what} failed. A running \`feedctl serve\` retries automatically; otherwise run: feedctl refresh. See: feedctl webhooks deliveries`,
  );
}
