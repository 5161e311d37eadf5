import { ApiError } from '../../../client/errors.js';
import type { Feed, FeedClient, SourceAccess } from '../../../client/index.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { type MadeFeed, makeFeed, type Wanted } from '../../bulk/make-feed.js';
import { listText } from '../../errors/describe.js';
import { readSecrets } from '../../manifest/apply/read-secrets.js';
import { readFeedSettings } from '../../manifest/read/feed-settings.js';
import type { RecordView } from '../../output/view.js';
import { type FeedValues, isNews } from '../../sources/model.js';
import type { AccessReferences } from '../../sources/secret-reference.js';
import type { Context } from '../../verbs/context.js';
import { FEED_VIEW, ITEMS_VIEW, readFields, withFilters } from '../base/index.js';
import { noteDoubt } from '../base/note-doubt.js';
import type { CreateOptions } from './create-options.js';
import { createTools } from './create-tools.js';
import { explainOther, setDetails } from './set-details.js';
import { readSourceFlags } from './source.js';

/** A new feed with its first items, so that the user can check them; `items` shows the rest. */
const VIEW: RecordView = { ...FEED_VIEW, rows: { field: 'items', view: ITEMS_VIEW, limit: 5 } };

/** Creates one feed and prints it, with notes on its origin and document. */
export async function createOne(context: Context, options: CreateOptions): Promise<void> {
  const { values, references } = await readValues(context, options);
  const wanted = readSourceFlags({ ...options, url: options.url[0] }, values);
  const access = references && (await secretsOf(context, wanted, references));
  const client = await context.client({ creates: true, writeIntervalMs: options.rate });
  const tools = await createTools(context, [wanted], options);
  const onWait = (milliseconds: number, reason: string) =>
    void context.notes.note(`${reason} Waiting ${Math.ceil(milliseconds / 1000)} s.`);
  const make = (one: Wanted) =>
    context.during(creationLabel(one), () =>
      makeFeed(client, one.source, { ...tools, access, values: one.values, onWait }),
    );
  const made = await make(wanted).catch(async (error: unknown) => {
    const other = await otherReading(context, error, wanted);
    if (other !== null) return make(other);
    throw explainOther(error, values, references);
  });
  await noteOrigin(context, made);
  const feed = await withItems(client, made);
  const { created } = made;
  const detailed = await setDetails(context, client, { feed, created }, values);
  await context.output.record(detailed, withFilters(VIEW, detailed));
  await noteDocument(context, feed);
}

/**
 * Asks on a terminal what to do with a page without a certain list: follow its likely list, or its
 * changes.
 */
async function otherReading(
  { prompts, notes }: Context,
  error: unknown,
  { source, values, ...wanted }: Wanted,
): Promise<Wanted | null> {
  if (!(error instanceof ApiError) || error.code !== 'NO_ITEMS_FOUND' || isNews(source))
    return null;
  const isFixed = source.mode !== undefined || values?.selectors != null || values?.from === 'feed';
  if (isFixed || !prompts.canAsk) return null;
  await notes.warn(error.message);
  if (error.list !== undefined) {
    await notes.note(listText(error.list));
    if (await prompts.confirm('Take this list?')) {
      const { selectors } = error.list;
      return { ...wanted, source, values: { ...values, selectors } };
    }
  }
  const isWanted = await prompts.confirm('Follow the changes of its text instead (--changes)?');
  if (!isWanted) return null;
  const mode = 'changes' as const;
  return { ...wanted, source: { ...source, mode }, values: { ...values, mode } };
}

/** The values of the flags, and of the file of --with for all others. */
async function readValues(
  context: Context,
  options: CreateOptions,
): Promise<{ values: FeedValues; references?: AccessReferences | undefined }> {
  const typed = readFields(FEED_FIELDS, options);
  if (options.with === undefined) return { values: typed };
  const { source } = readSourceFlags({ ...options, url: options.url[0] });
  const file = await readFeedSettings(context, options.with, source);
  const { source: _, at: _place, slug: _name, access: references, ...values } = file;
  return { values: { ...values, ...typed }, references };
}

async function secretsOf(
  context: Context,
  { source }: Wanted,
  access: AccessReferences,
): Promise<SourceAccess | undefined> {
  const entry = { source, access };
  // The cast is safe: a new feed has nothing to remove, so no value is null.
  return (await readSecrets(context, [entry])).get(entry) as SourceAccess | undefined;
}

async function noteOrigin({ notes }: Context, { created, wasLost }: MadeFeed): Promise<void> {
  if (wasLost) {
    await notes.note('The response was lost, but the feed was created.');
  } else if (!created) {
    await notes.note('The account already has a feed of this source; no new feed was created.');
  }
}

async function withItems(client: FeedClient, { feed }: MadeFeed): Promise<Feed> {
  return 'items' in feed ? feed : client.getFeed(feed.id);
}

/** Notes which document the feed reads, if it is not the given address. */
async function noteDocument(context: Context, feed: Feed): Promise<void> {
  const { notes } = context;
  const { document, source_url } = feed;
  if (document === undefined) return;
  const { kind, url, confidence, note } = document;
  if (kind === 'html') await notes.note(`The feed is generated from the page ${url}.`);
  if (note !== undefined) await notes.note(note);
  if (kind === 'html') await noteDoubt(context, confidence, url);
  else if (note === undefined && url !== source_url) {
    await notes.note(
      `The page has its own feed, which is used: ${url}. To use the page instead: --from html.`,
    );
  }
}

function creationLabel({ source, values }: Wanted): string {
  if (isNews(source)) return `Searching for ${source.text}`;
  const isSearched = (values?.from ?? 'auto') === 'auto';
  return `Reading ${source.url}${isSearched ? ' and looking for its feed' : ''}`;
}
