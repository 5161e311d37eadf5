import type { Item } from '../../../client/index.js';
import { jsonDocument } from '../../output/json.js';
import type { RecordView } from '../../output/view.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { freshen } from '../base/freshen.js';
import { type Grouping, makeDigest } from './make-digest.js';
import { DIGEST_WRITERS } from './render-digest.js';
import { SentItems, sentPath } from './sent-items.js';

export type DigestFormat = keyof typeof DIGEST_WRITERS | 'json';

export interface DigestOptions {
  since: Date;
  format: DigestFormat | undefined;
  by: Grouping;
  limit: number;
  /** Remember what was printed, and print only what came since. */
  mark: boolean;
  state: string | undefined;
}

/** Prints the digest of a feed or bundle; nothing when it has no items, except in JSON. */
export async function runDigest(
  context: Context,
  typed: string,
  options: DigestOptions,
): Promise<void> {
  const { resolveName } = await import('../../lookup/resolve-names.js');
  const id = await resolveName(context, typed, { of: 'either', verb: 'get', reads: true });
  if (!options.mark) return printDigest(context, id, options, null);
  const path = options.state ?? sentPath(context.env, await context.credentials(), id);
  return withLock(path, async () => printDigest(context, id, options, await SentItems.open(path)));
}

async function printDigest(
  context: Context,
  id: string,
  options: DigestOptions,
  sent: SentItems | null,
): Promise<void> {
  const { title, items } = await readSource(context, id);
  const wanted =
    sent?.hasMark === true
      ? items.filter((item) => !sent.isSent(item))
      : items.filter((item) => isFrom(item, options.since));
  const digest = makeDigest(title, wanted, options);
  const { format = context.output.format === 'table' ? 'text' : 'json' } = options;
  if (format !== 'json') {
    if (digest.count > 0) await context.streams.stdout.write(DIGEST_WRITERS[format](digest));
  } else if (context.output.format === 'table') {
    await context.streams.stdout.write(jsonDocument(digest));
  } else {
    await context.output.record(digest, VIEW);
  }
  // After the output: what could not be written comes again.
  await sent?.mark(items);
  if (digest.count === 0) await context.notes.note('No items: the digest is empty.');
}

async function readSource(context: Context, id: string): Promise<{ title: string; items: Item[] }> {
  const { isBundleId } = await import('../../lookup/ids.js');
  const client = await context.client();
  await freshen(context, id);
  return context.during('Reading the items', async () => {
    if (!isBundleId(id)) return client.getFeed(id);
    const { name, items } = await client.getBundle(id);
    return { title: name, items };
  });
}

function isFrom({ date_published }: Item, since: Date): boolean {
  return Date.parse(date_published ?? '') >= since.getTime();
}

const VIEW: RecordView = {
  fields: [{ field: 'title' }, { field: 'count' }, { field: 'more' }],
};
