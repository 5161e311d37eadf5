import { UsageError } from '../../kit/index.js';
import { editions } from '../../sources/regions.js';
import { webAddress } from '../../sources/web-address.js';
import type { Context } from '../../verbs/context.js';
import { readSource, type SourceOptions } from './source.js';

/** What was answered: the values of the flags that would have said the same. */
export interface AskedSource {
  url?: string;
  keyword?: string;
  headline?: string;
  region?: string;
}

const MODES = [
  { value: 'url', name: 'A web site or a feed, by its address (--url)' },
  { value: 'keyword', name: 'News about some words (--keyword)' },
  { value: 'headline', name: 'One story in the news, by its headline (--headline)' },
] as const;

const QUESTIONS = { url: 'Address:', keyword: 'Words:', headline: 'Headline:' };

const FIRST_EDITION = 'US:en';

/** Asks what a feed is to be made from. `region` is not asked for when it was given. */
export async function askSource(
  { prompts }: Context,
  region: string | undefined,
): Promise<AskedSource> {
  const modes = MODES.filter(({ value }) => region === undefined || value !== 'url');
  const mode = await prompts.select('What is the feed to be made from?', modes);
  const answer = await prompts.text(QUESTIONS[mode], (typed) => check({ [mode]: typed }));
  if (mode === 'url') return { url: webAddress(answer) };
  const edition = region ?? (await prompts.search('Edition of the news (--region):', matching));
  return { [mode]: answer, region: edition };
}

/** The same rules as for flags, so that every answer has its flag. */
function check(answer: Partial<SourceOptions>): true | string {
  try {
    const none = { url: undefined, keyword: undefined, headline: undefined, region: undefined };
    readSource({ ...none, ...answer });
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.message, error.hint].filter(Boolean).join(' ');
  }
}

/** By code, country or language; the default first. What was typed is a choice of its own. */
function matching(typed: string): { value: string; name: string }[] {
  const wanted = typed.trim().toLowerCase();
  const found = editions()
    .filter(({ region, name }) => `${region} ${name}`.toLowerCase().includes(wanted))
    .sort((a, b) => Number(b.region === FIRST_EDITION) - Number(a.region === FIRST_EDITION));
  const choices = found.map(({ region, name }) => ({ value: region, name: `${region}  ${name}` }));
  const isOther = choices.length === 0 && check({ keyword: 'x', region: typed }) === true;
  return isOther ? [{ value: typed.trim(), name: typed.trim() }] : choices;
}
