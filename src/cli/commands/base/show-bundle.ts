import type { Sort } from '../../../client/index.js';
import { ITEM_PAGE } from '../../../contract/sizes.js';
import type { Context } from '../../verbs/context.js';
import { BUNDLE_VIEW, withFilters } from './views.js';

/** Prints a bundle with its newest items, and the command for the others. */
export async function showBundle(
  context: Context,
  id: string,
  sort: Sort | undefined,
): Promise<void> {
  const client = await context.client();
  const bundle = await context.during('Reading the bundle', () => client.getBundle(id, { sort }));
  await context.output.record(bundle, withFilters(BUNDLE_VIEW, bundle));
  if (bundle.items.length < ITEM_PAGE.max) return;
  await context.notes.note(
    `A bundle is shown with its newest ${ITEM_PAGE.max} items. For all: feedctl items ${id}`,
  );
}
