import type { KeywordMode } from '../../../contract/keyword-mode.js';
import { DEFAULT_REGION, formatRegion, parseRegion } from '../../../contract/region.js';
import type { Wanted } from '../../bulk/make-feed.js';
import { addressProblem } from '../../bulk/source-address.js';
import { UsageError, webAddress } from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import { allOf, anyOf, SEARCH_FLAGS, SOURCE_FIELDS, searchIn } from '../../sources/search-kinds.js';
import { oneSpaced } from '../../sources/source-spec.js';
import { firstFlag } from '../base/field-flags.js';

/** The options that name a source. */
export interface SourceOptions extends Record<KeywordMode, string | undefined> {
  url: string | undefined;
  region: string | undefined;
}

/**
 * The source of a new feed: an address or one search.
 *
 * @param values further values; some of them only apply to addresses
 * @throws {UsageError} for no source, several sources, or invalid values
 */
export function readSourceFlags(options: SourceOptions, values: FeedValues = {}): Wanted {
  const { url, region } = options;
  const flags = SOURCE_FIELDS.filter((name) => options[name] !== undefined).map((name) =>
    name === 'url' ? 'a URL' : `--${name}`,
  );
  const search = searchIn(options);
  if (flags.length > 1) {
    throw new UsageError(`A feed has one source, but ${allOf(flags)} were given: use only one.`);
  }
  if (url === undefined && search === undefined) {
    throw new UsageError(`No source given: pass ${anyOf(['a URL', ...SEARCH_FLAGS])}.`, {
      hint: 'For example: feedctl feeds create https://example.com/news',
    });
  }
  if (search === undefined) {
    if (values.selectors != null && values.from === 'feed') {
      throw new UsageError('--select works on web pages and cannot be combined with --from feed.');
    }
    checkText(values);
    const address = readAddress(url ?? '', region);
    const { mode } = values;
    return { input: address, source: { url: address, ...(mode && { mode }) }, values };
  }
  const flag = firstFlag(values, ({ creates }) => creates === 'url');
  if (flag !== undefined) throw new UsageError(`${flag} is for web pages and requires a URL.`);
  const { mode } = search;
  const words = search.words.trim();
  if (words === '') throw new UsageError(`--${mode} must not be empty.`);
  const source = { mode, text: oneSpaced(words), region: readRegion(region) };
  return { input: words, source, values };
}

/**
 * @throws {UsageError} for a selector of text without --changes, and for selectors of items with it
 */
export function checkText({ selectors, mode }: Pick<FeedValues, 'selectors' | 'mode'>): void {
  if (selectors == null || (selectors.text !== undefined) === (mode === 'changes')) return;
  throw new UsageError(
    mode === 'changes'
      ? '--changes follows the text of a page: --select takes text=CSS only.'
      : '--select text=CSS requires --changes, which follows the changes of that text.',
  );
}

function readAddress(url: string, region: string | undefined): string {
  if (region !== undefined) {
    throw new UsageError(`--region works only with ${allOf(SEARCH_FLAGS)}.`);
  }
  const address = webAddress(url);
  const problem = addressProblem(address);
  if (problem !== null) throw new UsageError(problem.message, problem);
  return address;
}

/** Converts US, en-US and us:en to the canonical form that every service accepts. */
function readRegion(region = DEFAULT_REGION): string {
  const parsed = parseRegion(region);
  if (parsed !== null) return formatRegion(parsed);
  throw new UsageError(`"${region}" is not a region.`, {
    hint: 'A region is a country and a language, such as US:en, GB:en, DE:de or BR:pt.',
  });
}
