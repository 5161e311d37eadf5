import { KEYWORD_MODES } from '../../../contract/keyword-mode.js';
import { shellCommand, UsageError } from '../../kit/index.js';
import { type FeedEntry, isNews, type SourceSpec } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { decodeText } from '../../sources/text.js';
import { checkedManifest } from './checked.js';
import type { EntriesOf } from './written.js';
import { readYaml } from './yaml.js';

/**
 * Reads the settings of one feed: an entry of an account file without the source, in YAML or JSON.
 *
 * @param source of the feed; some settings are only for pages
 * @throws {CliError} INVALID_FILE with the position of every problem
 */
export function readSettings(bytes: Uint8Array, file: string, source: SourceSpec): FeedEntry {
  const entriesOf = writtenSettings(source);
  const { feeds, skipped } = checkedManifest(
    readYaml(decodeText(bytes, file), file, { entriesOf }),
  );
  const [feed] = feeds;
  if (feed !== undefined) return feed;
  throw invalidFile(
    file,
    skipped.flatMap(({ problems }) => problems),
  );
}

/** Joins the settings in the file and the source to an entry, which is checked like any other. */
function writtenSettings(source: SourceSpec): EntriesOf {
  const given = isNews(source)
    ? { [source.mode]: source.text, region: source.region }
    : { url: source.url };
  return (contents, at, file) => {
    const isMap = typeof contents === 'object' && contents !== null && !Array.isArray(contents);
    if (!isMap) {
      const message = 'must be the settings of one feed, such as "icon: https://example.com/i.png"';
      throw invalidFile(file, [{ at: at([]), message }]);
    }
    if ('feeds' in contents || 'bundles' in contents) {
      throw new UsageError(
        `${file} is a file of feeds and bundles; --with takes the settings of one.`,
        {
          hint: `Create them: ${shellCommand(['feedctl', 'apply', file === '<stdin>' ? '-' : file])}`,
        },
      );
    }
    const sources = ['url', 'region', ...KEYWORD_MODES].filter((key) => key in contents);
    if (sources.length > 0) {
      throw invalidFile(
        file,
        sources.map((key) => ({
          at: at([key]),
          message: `"${key}" belongs to the source, which is given on the command line`,
        })),
      );
    }
    const value = { ...contents, ...given };
    return { entries: [{ kind: 'feed', value, at: at([]), place: at }] };
  };
}
