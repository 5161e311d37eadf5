import type { CreateFeedBody } from '../../../client/index.js';
import { formatRegion, parseRegion } from '../../../contract/region.js';
import type { DocumentChoice, Selectors } from '../../../contract/requests.js';
import { addressProblem } from '../../bulk/source-address.js';
import { UsageError } from '../../kit/index.js';
import { webAddress } from '../../sources/web-address.js';

/** The options that name a source. */
export interface SourceOptions {
  url: string | undefined;
  keyword: string | undefined;
  headline: string | undefined;
  region: string | undefined;
  select?: Selectors | undefined;
  /** Which document of the address is read. */
  readFrom?: DocumentChoice | undefined;
}

/**
 * What a feed is to be made from: exactly one of the three modes.
 *
 * @throws {UsageError} for none, for two, and for values that no service could use
 */
export function readSource({
  url,
  keyword,
  headline,
  region,
  select,
  readFrom,
}: SourceOptions): CreateFeedBody {
  const modes = Object.entries({ url, keyword, headline }).filter(
    ([, value]) => value !== undefined,
  );
  if (modes.length === 0) {
    throw new UsageError('Nothing to make a feed from: give --url, --keyword or --headline.', {
      hint: 'For example: feedctl feeds create --url https://example.com/news',
    });
  }
  if (modes.length > 1) {
    const given = modes.map(([name]) => `--${name}`).join(' and ');
    throw new UsageError(`A feed has one source, and ${given} were given: give one of them.`);
  }
  if (url !== undefined) {
    if (select !== undefined && readFrom === 'feed') {
      throw new UsageError('--select points at the items of a page; --from feed reads none.');
    }
    return {
      ...readAddress(url, region),
      ...(select !== undefined && { selectors: select }),
      ...(readFrom !== undefined && { from: readFrom }),
    };
  }
  if (readFrom !== undefined) {
    throw new UsageError(
      `--from ${readFrom} chooses a document of an address: it goes with --url.`,
      {
        hint: `For a file of that name, give its path: --from ./${readFrom}`,
      },
    );
  }
  if (select !== undefined) {
    throw new UsageError('--select points at the items of a page: it goes with --url.');
  }
  const words = (keyword ?? headline ?? '').trim();
  const mode = keyword === undefined ? 'headline' : 'keyword';
  if (words === '') throw new UsageError(`--${mode} is empty.`);
  return { keyword: words, region: readRegion(region), mode };
}

function readAddress(url: string, region: string | undefined): { url: string } {
  if (region !== undefined) {
    throw new UsageError('--region is for --keyword and --headline; an address has none.');
  }
  const address = webAddress(url);
  const problem = addressProblem(address);
  if (problem !== null) throw new UsageError(problem.message, problem);
  return { url: address };
}

/** In the one form every service takes; US, en-US and us:en are understood here. */
function readRegion(region: string | undefined): string | undefined {
  if (region === undefined) return undefined;
  const parsed = parseRegion(region);
  if (parsed !== null) return formatRegion(parsed);
  throw new UsageError(`"${region}" is not a region.`, {
    hint: 'A region is a country and a language, such as US:en, GB:en, DE:de or BR:pt.',
  });
}
