import { KEYWORD_MODES } from '../../../contract/keyword-mode.js';
import { readInput } from '../../bulk/read-input.js';
import { commandAgain, shellCommand, UsageError } from '../../kit/index.js';
import { type FeedEntry, isNews, type SourceSpec } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { decodeText, MAX_FILE_BYTES } from '../../sources/text.js';
import type { Context } from '../../verbs/context.js';
import { checkedManifest } from './checked.js';
import { checkSecrets } from './secret-rules.js';
import type { EntriesOf } from './written.js';

/**
 * Reads what a file says of one feed: an entry of an account file without the source, in YAML or JSON.
 *
 * @param path `-` for standard input
 * @param source of the feed; some settings are only for pages
 * @throws {CliError} INVALID_FILE with the position of every problem
 */
export async function readFeedSettings(
  context: Context,
  path: string,
  source: SourceSpec,
): Promise<FeedEntry> {
  const { bytes, name } = await readInput(context, path, MAX_FILE_BYTES);
  const { readYaml } = await import('./yaml.js');
  const file = readYaml(decodeText(bytes, name), name, settingsOf(source));
  const { feeds, skipped } = checkedManifest(file);
  // What is piped in is as good as typed.
  const checked =
    path === '-' ? feeds : checkSecrets(feeds, { path, name, trust: pipeIn(context, path) });
  const [feed] = checked;
  if (feed !== undefined) return feed;
  throw invalidFile(
    name,
    skipped.flatMap(({ problems }) => problems),
  );
}

/** The command that takes the same settings from a pipe. */
function pipeIn({ typed }: Context, path: string) {
  return () => `${commandAgain(typed, ['--with', '-'])} < ${shellCommand([path])}`;
}

/** The settings in the file and the source together are an entry, which is checked like any other. */
function settingsOf(source: SourceSpec): EntriesOf {
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
