import { hash } from 'node:crypto';
import { changeOf, isFirstText } from '../../../base/change-text.js';
import { isObject } from '../../../base/json.js';
import { addressMark } from '../../../base/same/address.js';
import { countAddresses, itemName } from '../../../base/same/item-name.js';
import type { Item } from '../../../client/index.js';
import { choice, flag, moment, type OptionValues, text, wholeNumber } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import { jsonDocument } from '../../output/json.js';
import { defaultStatePath } from '../../state/default-path.js';
import { StateFile } from '../../state/state-file.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { resolveScopes, scopesArgument } from '../base/index.js';
import { type ItemScope, MergedPages, publicationTime, readPages } from '../base/item-pages.js';
import { refreshDue } from '../base/refresh-due.js';
import { zoneOption } from '../base/zone.js';
import { makeDigest } from './make-digest.js';
import { DIGEST_WRITERS } from './render-digest.js';

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_LIMIT = 100;
/** Maximum number of items in a mail: Gmail cuts mails of more than 102 kB. */
const MAX_MAIL = 50;

const options = {
  timeZone: zoneOption,
  since: moment('TIME', 'items published since then (default 24h): 7d, 2026-01-31, an ISO time'),
  format: choice(['text', 'md', 'html', 'json'], 'FORMAT', 'format (default text)'),
  by: choice(['feed', 'day'], 'GROUP', 'group by feed (default) or by day'),
  limit: wholeNumber('N', `maximum number of items (default ${DEFAULT_LIMIT})`, { min: 1 }),
  mark: flag('remember what was printed; print only what came since the last run'),
  state: text('FILE', 'file of --mark (default: in the data directory)'),
};

type Options = OptionValues<typeof options>;

export const digest = defineVerb({
  name: 'digest',
  summary: 'Print a summary of recent items, for mail',
  description: `
    Prints the items that feeds and bundles published recently, without an argument those of all
    feeds, grouped by feed or by day, newest first. An item that several feeds have is printed once;
    HTML has at most 50 items, for mail, and names how many more each feed has;
    long texts and lists are cut. Texts of the sources are escaped for the format. Items without a
    date are left out.

    --mark remembers the items that are there, in the data directory; the next run with --mark
    prints only items that came since, whatever their date, so --since counts for the first run
    only. An empty digest prints nothing and exits with 0; in JSON its count is 0.
  `,
  arguments: { ids: scopesArgument },
  options,
  requires: { state: 'mark' },
  examples: {
    'feedctl digest': 'Print the items that all feeds published in the last 24 hours',
    'feedctl digest a1B2c3D4e5F6g7H8': 'Print the items of the last 24 hours',
    'feedctl digest _a1B2c3D4e5F6g7H8 --since 7d --by day --format md': 'A week as Markdown',
    'feedctl digest _a1B2c3D4e5F6g7H8 --mark --format html > digest.html':
      'Write a page of what came since the last run, such as for a mail',
  },
  output: {
    title: 'Morning',
    count: 1,
    more: 0,
    groups: [
      {
        title: 'Example News',
        items: [
          {
            title: 'Probe unfolds its sail in orbit',
            url: 'https://example.com/news/sail',
            text: 'The probe has unfolded its sail.',
            author: 'A. Writer',
            date: '2026-01-31T08:30:00.000Z',
            feed: 'Example News',
            image: 'https://example.com/sail.jpg',
            language: 'en',
          },
        ],
      },
    ],
    rest: [],
  },
  exitCodes: [1, 3, 4, 6, 7],
  async run(context, { ids }, given) {
    const scopes = await resolveScopes(context, ids);
    if (!given.mark) return printDigest(context, scopes, given, null);
    const credentials = await context.credentials();
    const id = scopes.map((scope) => scope ?? 'all').join(' ');
    const path = given.state ?? defaultStatePath('digest', id, { env: context.env, credentials });
    return withLock(path, () => printDigest(context, scopes, given, new StateFile(path, isMarked)));
  },
});

/** Prints the digest of feeds and bundles; nothing when it has no items, except in JSON. */
async function printDigest(
  context: Context,
  scopes: readonly ItemScope[],
  { since = new Date(Date.now() - DAY_MS), format, by = 'feed', limit = DEFAULT_LIMIT }: Options,
  file: StateFile<Marked> | null,
): Promise<undefined> {
  const { output, notes, streams } = context;
  const before = (await file?.read()) ?? null;
  const known = new Set(before?.known);
  for (const scope of scopes) await refreshDue(context, scope);
  const titles: string[] = [];
  const wanted: Item[] = [];
  const present: string[] = [];
  const merged = new MergedPages();
  const isWanted = (item: Item, keys: readonly string[]) =>
    before === null
      ? publicationTime(item) >= since.getTime()
      : !keys.some((key) => known.has(key));
  const keysOf = before === null || before.guids === true ? keysByGuid : keysOfUpdate;
  let guids = false;
  for (const scope of scopes) {
    let title: string | undefined;
    for await (const page of readPages(context, scope, file === null ? { since } : {})) {
      title ??= page.title;
      const keys = keysOf(page.items);
      present.push(...[...keysByGuid(page.items).values()].flat());
      guids ||= page.items.some(({ guid }) => guid !== undefined);
      const items = merged.add(scope, page.items);
      const news = items.filter((item) => !isFirstText(item));
      wanted.push(...news.filter((item) => isWanted(item, keys.get(item) ?? [])).map(shortened));
      const oldest = page.items.at(-1);
      // The last added items are first, so everything after a known item is known.
      if (oldest !== undefined && keys.get(oldest)?.some((key) => known.has(key))) break;
    }
    titles.push(title ?? (await digestTitle(context, scope)));
  }
  const isTable = output.format === 'table';
  const written = format ?? (isTable ? 'text' : 'json');
  const title = titles.length === 1 ? (titles[0] ?? '') : 'Feeds';
  const max = written === 'html' ? Math.min(limit, MAX_MAIL) : limit;
  const made = makeDigest(title, wanted, { by, limit: max });
  if (written !== 'json') {
    if (made.count > 0) await streams.stdout.write(DIGEST_WRITERS[written](made));
  } else if (isTable) {
    await streams.stdout.write(jsonDocument(made));
  } else {
    await output.record(made, { fields: columns('title count more') });
  }
  // Written after the output: items that could not be printed are in the next digest.
  await file?.write({ version: 1, ...(guids && { guids }), known: marked([...known], present) });
  if (made.count === 0) await notes.hint('No items: the digest is empty.');
}

async function digestTitle(context: Context, scope: ItemScope): Promise<string> {
  return scope === null ? 'All feeds' : (await (await context.client()).getBundle(scope)).name;
}

/** The start of a long text, which is all that a digest shows: there may be many items. */
function shortened(item: Item): Item {
  if (changeOf(item) !== null) return item;
  return { ...item, description_html: '', description_text: item.description_text.slice(0, 1000) };
}

/** State of --mark. */
interface Marked {
  version: 1;
  /** Keys of the items at the last marked digest, oldest first. */
  known: string[];
  /** True if the keys are guids. Absent: an earlier release wrote addresses. */
  guids?: boolean;
}

/** Maximum number of keys. The newest are enough: later items are added before them. */
const MAX_KNOWN = 10_000;

/** @param present keys of the current items, the last added first */
function marked(before: readonly string[], present: readonly string[]): string[] {
  const known = new Set(present.toReversed());
  return [...before.filter((key) => !known.has(key)), ...known].slice(-MAX_KNOWN);
}

/** An item is known by its guid, at services without guids by its address. */
function keysByGuid(page: readonly Item[]): Map<Item, string[]> {
  const byAddress = keysByAddress(page);
  return new Map(
    page.map((item) => [
      item,
      item.guid === undefined ? (byAddress.get(item) ?? []) : [digestOf(item.guid)],
    ]),
  );
}

/** The keys that an earlier release wrote, besides those of today: it took addresses as they were. */
function keysOfUpdate(page: readonly Item[]): Map<Item, string[]> {
  const [byGuid, byAddress] = [keysByGuid(page), keysByAddress(page)];
  return new Map(
    page.map((item) => {
      const keys = byAddress.get(item) ?? [];
      const isOne = keys.length > 1;
      const before = isOne ? item.url : `${item.url}\n${item.title}\n${textOfUnnamed(item)}`;
      return [item, [...(byGuid.get(item) ?? []), ...keys, digestOf(before)]];
    }),
  );
}

function textOfUnnamed({ url, title, description_text: text }: Item): string {
  return title === '' || url === '' ? text.slice(0, 500) : '';
}

/** A changed title does not make an item new, unless several items of a page have its address, or it has none. */
function keysByAddress(page: readonly Item[]): Map<Item, string[]> {
  const sharing = countAddresses(page);
  return new Map(
    page.map((item) => {
      const address = addressMark(item.url);
      const isShared = address === '' || sharing.get(address) !== 1;
      const name = itemName({ ...item, guid: undefined });
      return [item, (isShared ? [name] : [address, name]).map(digestOf)];
    }),
  );
}

function digestOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 16);
}

function isMarked(value: unknown): value is Marked {
  if (!isObject(value) || value.version !== 1 || !Array.isArray(value.known)) return false;
  return value.known.every((key) => typeof key === 'string');
}
