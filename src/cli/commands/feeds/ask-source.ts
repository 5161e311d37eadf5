import { forEachMode, KEYWORD_MODES, type KeywordMode } from '../../../contract/keyword-mode.js';
import { UsageError } from '../../kit/index.js';
import { editions } from '../../sources/regions.js';
import { SEARCH_KINDS } from '../../sources/search-kinds.js';
import { webAddress } from '../../sources/web-address.js';
import type { Context } from '../../verbs/context.js';
import { readSource, type SourceOptions } from './source.js';

/** The answers, as the values of the equivalent flags. */
export interface AskedSource extends Partial<Record<KeywordMode, string>> {
  url?: string;
  region?: string;
}

const MODES = [
  { value: 'url', name: 'A website or a feed, by its address (--url)' },
  ...KEYWORD_MODES.map((value) => ({ value, name: SEARCH_KINDS[value].choice })),
] as const;

const QUESTIONS = { url: 'Address:', ...forEachMode((mode) => SEARCH_KINDS[mode].question) };

const FIRST_EDITION = 'US:en';

/** Asks for the source of a feed. Skips `region` when it was given. */
export async function askSource(
  { prompts }: Context,
  region: string | undefined,
): Promise<AskedSource> {
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
    readSource({ ...none, ...answer });
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.message, error.hint].filter(Boolean).join(' ');
  }
}

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
