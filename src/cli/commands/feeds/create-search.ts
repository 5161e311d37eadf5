import { isBlank } from '../../../base/text.js';
import { makeBundle } from '../../bulk/make-bundle.js';
import { UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { BUNDLE_VIEW, withFilters } from '../base/index.js';
import { requireOwnService } from '../base/send-changes.js';

/**
 * A search that lasts: a bundle of all feeds that shows the items with these words. It has an address
 * and webhooks as a feed has, and stores no item twice.
 *
 * @throws {UsageError} for no words, and at a service without such bundles
 */
export async function createSearch(context: Context, words: string, name = words): Promise<void> {
  if (isBlank(words)) throw new UsageError('--search must not be empty.');
  const client = await context.client({ creates: true });
  const values = { all_feeds: true, filters: { include: [words], exclude: [] } };
  await requireOwnService(client, values);
  const bundle = await context.during('Creating the bundle', () =>
    makeBundle(client, { name, ...values }, { signal: context.signal }),
  );
  await context.output.record(bundle, withFilters(BUNDLE_VIEW, bundle));
}
