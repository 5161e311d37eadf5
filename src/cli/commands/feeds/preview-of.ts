import { explained, loadService } from '../../connection/embedded.js';
import { CliError } from '../../kit/index.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';

/** What a feed of the address would be, or why there would be none. */
type Preview =
  | { title: string; items: readonly { title: string; url: string }[] }
  | { failure: string };

/** Only the service inside this program can be asked before the feed is made; undefined elsewhere. */
export async function previewOf(context: Context, url: string): Promise<Preview | undefined> {
  const { kind } = await context.credentials();
  if (kind !== EMBEDDED) return undefined;
  const { loadPreview } = await loadService();
  const { previewSource } = await loadPreview();
  const { env, signal } = context;
  const request = { url, selectors: null, from: 'auto' as const };
  try {
    const outcome = await context.during(`Reading ${url}`, () =>
      explained(() => previewSource(request, { env, signal })),
    );
    return 'failure' in outcome ? { failure: outcome.failure.message } : outcome;
  } catch (error) {
    if (signal.aborted || !(error instanceof CliError)) throw error;
    return { failure: error.message };
  }
}
