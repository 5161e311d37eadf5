import type { CreateFeedBody } from '../../../client/index.js';
import type { KeywordMode } from '../../../contract/keyword-mode.js';
import { formatRegion, parseRegion } from '../../../contract/region.js';
import type { DocumentChoice, Selectors } from '../../../contract/selectors.js';
import { addressProblem } from '../../bulk/source-address.js';
import { UsageError } from '../../kit/index.js';
import { allOf, anyOf, SEARCH_FLAGS, SOURCE_FIELDS, searchIn } from '../../sources/search-kinds.js';
import { webAddress } from '../../sources/web-address.js';
import { type RenderFlags, renderFlags, rendering } from '../base/index.js';

/** The options that name a source. */
export interface SourceOptions extends Record<KeywordMode, string | undefined>, RenderFlags {
  url: string | undefined;
  region: string | undefined;
  select?: Selectors | undefined;
  /** Which document of the address to read. */
  readFrom?: DocumentChoice | undefined;
}

/**
 * The source of a new feed: an address or one search.
 *
 * @throws {UsageError} for no source, several sources, or invalid values
 */
export function readSource(options: SourceOptions): CreateFeedBody {
  const { url, region, select, readFrom } = options;
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
    if (select !== undefined && readFrom === 'feed') {
      throw new UsageError('--select works on web pages and cannot be combined with --from feed.');
    }
    return {
      ...readAddress(url ?? '', region),
      ...(select !== undefined && { selectors: select }),
      ...(readFrom !== undefined && { from: readFrom }),
      ...rendering(options),
    };
  }
  const [renderFlag] = renderFlags(options);
  if (renderFlag !== undefined) {
    throw new UsageError(`${renderFlag} works on web pages and requires a URL.`);
  }
  if (readFrom !== undefined) {
    throw new UsageError(
      `--from ${readFrom} selects a document of an address and requires a URL.`,
      {
        hint: `For a file of that name, give its path: --from ./${readFrom}`,
      },
    );
  }
  if (select !== undefined) {
    throw new UsageError('--select works on web pages and requires a URL.');
  }
  const { mode } = search;
  const words = search.words.trim();
  if (words === '') throw new UsageError(`--${mode} must not be empty.`);
  return { keyword: words, region: readRegion(region), mode };
}

function readAddress(url: string, region: string | undefined): { url: string } {
  if (region !== undefined) {
    throw new UsageError(`--region works only with ${allOf(SEARCH_FLAGS)}.`);
  }
  const address = webAddress(url);
  const problem = addressProblem(address);
  if (problem !== null) throw new UsageError(problem.message, problem);
  return { url: address };
}

/** Converts US, en-US and us:en to the canonical form that every service takes. */
function readRegion(region: string | undefined): string | undefined {
  if (region === undefined) return undefined;
  const parsed = parseRegion(region);
  if (parsed !== null) return formatRegion(parsed);
  throw new UsageError(`"${region}" is not a region.`, {
    hint: 'A region is a country and a language, such as US:en, GB:en, DE:de or BR:pt.',
  });
}
