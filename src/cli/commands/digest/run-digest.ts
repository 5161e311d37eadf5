import type { Item } from '../../../client/index.js';
import { columns } from '../../output/columns.js';
import { jsonDocument } from '../../output/json.js';
import type { RecordView } from '../../output/view.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { freshen } from '../base/freshen.js';
import { resolveScopes } from '../base/index.js';
import { type ItemScope, itemPages } from '../base/item-pages.js';
import { type Grouping, makeDigest } from './make-digest.js';
import { DIGEST_WRITERS } from './render-digest.js';
import { keyOf, SentItems, sentPath } from './sent-items.js';

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

/** Prints the digest of feeds and bundles; nothing when it has no items, except in JSON. */
export async function runDigest(
  context: Context,
  typed: readonly string[],
  options: DigestOptions,
): Promise<void> {
  const scopes = await resolveScopes(context, typed);
  if (!options.mark) return printDigest(context, scopes, options, null);
  const id = scopes.map((scope) => scope ?? 'all').join(' ');
  const path = options.state ?? sentPath(context.env, await context.credentials(), id);
  return withLock(path, async () =>
    printDigest(context, scopes, options, await SentItems.open(path)),
  );
}

async function printDigest(
  context: Context,
  scopes: readonly ItemScope[],
  options: DigestOptions,
  sent: SentItems | null,
): Promise<void> {
  for (const scope of scopes) await freshen(context, scope);
  const titles: string[] = [];
  const wanted: Item[] = [];
  const present: string[] = [];
  for (const scope of scopes) {
    let title: string | undefined;
    const since = sent === null ? options.since : undefined;
    const pages = itemPages(await context.client(), scope, { since });
    for (;;) {
      const { value: page, done } = await context.during('Reading the items', () => pages.next());
      if (done) break;
      title ??= page.title;
      present.push(...page.items.map(keyOf));
      wanted.push(...page.items.filter((item) => isWanted(item, options, sent)).map(shortened));
      const oldest = page.items.at(-1);
      // The last added come first, so everything behind a known item is known.
      if (sent !== null && oldest !== undefined && sent.isSent(oldest)) break;
    }
    titles.push(title ?? (await titleOf(context, scope)));
  }
  const digest = makeDigest(titles.length === 1 ? (titles[0] ?? '') : 'Feeds', wanted, options);
  const { format = context.output.format === 'table' ? 'text' : 'json' } = options;
  if (format !== 'json') {
    if (digest.count > 0) await context.streams.stdout.write(DIGEST_WRITERS[format](digest));
  } else if (context.output.format === 'table') {
    await context.streams.stdout.write(jsonDocument(digest));
  } else {
    await context.output.record(digest, VIEW);
  }
  // After the output: what could not be written comes again.
  await sent?.mark(present);
  if (digest.count === 0) await context.notes.hint('No items: the digest is empty.');
}

async function titleOf(context: Context, scope: ItemScope): Promise<string> {
  return scope === null ? 'All feeds' : (await (await context.client()).getBundle(scope)).name;
}

function isWanted(item: Item, { since }: DigestOptions, sent: SentItems | null): boolean {
  if (sent?.hasMark === true) return !sent.isSent(item);
  return Date.parse(item.date_published ?? '') >= since.getTime();
}

/** Of a long text, what a digest shows: there may be many items. */
function shortened(item: Item): Item {
  return { ...item, description_html: '', description_text: item.description_text.slice(0, 1000) };
}

const VIEW: RecordView = {
  fields: columns('title count more'),
};
