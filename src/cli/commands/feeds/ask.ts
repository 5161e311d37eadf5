import { collect } from '../../../base/collect.js';
import { ApiError, UnsupportedError } from '../../../client/errors.js';
import { forEachMode, KEYWORD_MODES, type KeywordMode } from '../../../contract/keyword-mode.js';
import { commandAgain, UsageError, webAddress } from '../../kit/index.js';
import { plainOutput } from '../../kit/plain.js';
import { editions } from '../../sources/regions.js';
import { SEARCH_KINDS } from '../../sources/search-kinds.js';
import type { Context } from '../../verbs/context.js';
import { readSourceFlags, type SourceOptions } from './source.js';

/** The answers, as the values of the equivalent flags. */
interface Asked extends Partial<Record<KeywordMode, string>> {
  url?: string;
  region?: string;
  bundle?: string;
}

/**
 * Asks for missing values, previews the first items if the service can, and prints the equivalent
 * command.
 */
export async function askCreate(
  context: Context,
  given: { region: string | undefined; bundle: string | undefined },
): Promise<Asked> {
  const source = await askUntilReadable(context, given.region);
  const bundle = given.bundle ?? (await askBundle(context));
  const asked = { ...source, ...(bundle !== undefined && { bundle }) };
  const flags = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]);
  const command = commandAgain(context.typed, flags);
  await context.notes.note(`The same command without questions: ${command}`);
  return asked;
}

/** Asks again at once for an address that has no feed. */
async function askUntilReadable(context: Context, region: string | undefined): Promise<Asked> {
  for (;;) {
    const source = await askSource(context, region);
    if (source.url === undefined) return source;
    const failure = await showPreview(context, source.url);
    if (failure === null) return source;
    await context.notes.warn(failure);
  }
}

const MODES = [
  { value: 'url', name: 'A website or a feed, by its address (--url)' },
  ...KEYWORD_MODES.map((value) => ({ value, name: SEARCH_KINDS[value].choice })),
] as const;

const QUESTIONS = { url: 'Address:', ...forEachMode((mode) => SEARCH_KINDS[mode].question) };

/** Asks for the source of a feed. Skips `region` when it was given. */
async function askSource({ prompts }: Context, region: string | undefined): Promise<Asked> {
  const modes = MODES.filter(({ value }) => region === undefined || value !== 'url');
  const mode = await prompts.select('What is the source of the feed?', modes);
  const answer = await prompts.text(QUESTIONS[mode], (typed) => check({ [mode]: typed }));
  if (mode === 'url') return { url: webAddress(answer) };
  const edition = region ?? (await prompts.search('Edition of the news (--region):', matching));
  return { [mode]: answer, region: edition };
}

/** Applies the rules of the flags, so that every answer has an equivalent flag. */
function check(answer: Partial<SourceOptions>): true | string {
  try {
    const none = { url: undefined, region: undefined, ...forEachMode(() => undefined) };
    readSourceFlags({ ...none, ...answer });
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.message, error.hint].filter(Boolean).join(' ');
  }
}

const FIRST_EDITION = 'US:en';

/** Searches by code, country or language; default first. A typed code is also offered. */
function matching(typed: string): { value: string; name: string }[] {
  const wanted = typed.trim().toLowerCase();
  const found = editions()
    .filter(({ region, name }) => `${region} ${name}`.toLowerCase().includes(wanted))
    .sort((a, b) => Number(b.region === FIRST_EDITION) - Number(a.region === FIRST_EDITION));
  const choices = found.map(({ region, name }) => ({ value: region, name: `${region}  ${name}` }));
  const isOther = choices.length === 0 && check({ keyword: 'x', region: typed }) === true;
  return isOther ? [{ value: typed.trim(), name: typed.trim() }] : choices;
}

/** Number of preview items, to check that it is the right feed. */
const SHOWN = 5;

/**
 * Shows the first items of an address. @returns why it has no feed; null if it has one, or may have
 * one
 */
async function showPreview(context: Context, url: string): Promise<string | null> {
  const client = await context.client({ creates: true });
  try {
    const { title, items } = await context.during(`Reading ${url} and looking for its feed`, () =>
      client.preview({ url }),
    );
    const lines = items.slice(0, SHOWN).map((item) => `  - ${plainOutput(item.title || item.url)}`);
    const rest = items.length - lines.length;
    const more = rest > 0 ? [`  … and ${rest} more`] : [];
    await context.streams.stderr.write([plainOutput(title), ...lines, ...more, ''].join('\n'));
    return null;
  } catch (error) {
    if (error instanceof UnsupportedError) return null;
    // 400 means that the source is the problem.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return error.message;
  }
}

/** The id of a bundle, the name of a new one, or none. */
async function askBundle(context: Context): Promise<string | undefined> {
  const client = await context.client({ creates: true });
  const bundles = await context.during('Reading bundles', () => collect(client.bundles()));
  const choice = await context.prompts.select('Put it in a bundle (--bundle)?', [
    { value: 'none', name: 'No' },
    ...bundles.map(({ id, name }) => ({ value: id, name: `${plainOutput(name)}  ${id}` })),
    { value: 'new', name: 'In a new bundle' },
  ]);
  if (choice === 'none') return undefined;
  if (choice !== 'new') return choice;
  const name = await context.prompts.text('Name of the bundle:', (typed) =>
    typed.trim() === '' ? 'A name is required.' : true,
  );
  return name.trim();
}
