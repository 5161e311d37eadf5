import type { Notes } from '../output/notes.js';
import type { Service } from './embedded.js';

/** How long a command may be kept waiting by receivers, in milliseconds. */
const LIMIT_MS = 10_000;

/**
 * Attempts the deliveries that are due, unless a `serve` is up, which does it. What fails is tried
 * again later, so it is no failure of the command.
 */
export async function deliverBeforeExit(
  { webhooks }: Service,
  { notes, signal }: { notes: Notes; signal: AbortSignal },
): Promise<void> {
  const summary = await webhooks.deliverDue({ withinMs: LIMIT_MS, signal });
  const failed = summary?.failed ?? 0;
  if (failed === 0) return;
  const what = failed === 1 ? 'A webhook delivery' : `${failed} webhook deliveries`;
  await notes.note(
    `${what} failed. \`feedctl serve\` tries again by itself, otherwise: feedctl refresh. See: feedctl webhooks deliveries`,
  );
}
