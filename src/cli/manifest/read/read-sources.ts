import { KEYWORD_MODES } from '../../../contract/keyword-mode.js';
import type { InvalidSource, SourceRequest } from '../../bulk/make-feed.js';
import { wantedAddress } from '../../bulk/source-address.js';
import { shellCommand, UsageError, withScheme } from '../../kit/index.js';
import { invalidFile } from '../../sources/problem.js';
import { sourceText } from '../../sources/source-spec.js';
import { decodeText } from '../../sources/text.js';
import { csvColumn } from '../csv-columns.js';
import { checkedManifest } from './checked.js';
import { readCsv } from './csv.js';
import { readForeign } from './foreign.js';
import type { WrittenEntry } from './written.js';

/**
 * Reads the sources in a file, detected by content: one address per line, CSV with the columns of
 * `import`, or the subscriptions of another program. Skips blank lines and comments after a `#`.
 *
 * @throws {CliError} INVALID_FILE if it is not text or has none of these formats
 */
export function readSources(bytes: Uint8Array, file: string): SourceRequest[] {
  const text = decodeText(bytes, file);
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/(?:^|\s)#.*/, '').trim());
  const listed = lines.filter((line) => line !== '');
  const [first = ''] = listed;
  if (/^(?:<\?xml|<opml|feeds:|\{)/i.test(first)) {
    throw new UsageError(`${file} is a file of feeds and bundles, not a list of addresses.`, {
      hint: `Import it: ${shellCommand(['feedctl', 'import', file === '<stdin>' ? '-' : file])}`,
    });
  }
  const foreign = readForeign(text, file);
  const isPlain = listed.every((line) => !/\s/.test(line) || !URL_WITH_TAGS.test(line));
  if (isList(first) && (isPlain || foreign === undefined)) return listed.map(wantedAddress);
  if (foreign !== undefined) return foreign.entries.flatMap((entry) => sourceIn(entry, file) ?? []);
  if (!isHeading(first)) {
    const at = { line: lines.indexOf(first) + 1, column: 1 };
    const message = `"${first.slice(0, 80)}" is neither an address nor a line of column names with "url" in it`;
    throw invalidFile(file, [{ at, message }]);
  }
  return readCsv(text, file).entries.flatMap((entry) => sourceIn(entry, file) ?? []);
}

/** A line that only Newsboat writes. */
const URL_WITH_TAGS = /^(?:https?:\/\/|feed:|"?(?:query|filter|exec):)/i;

/** True for a list of addresses: an empty file, or one whose first line is an address. */
function isList(first: string): boolean {
  // A comma is more likely to separate cells than to be part of an address without a scheme.
  const isBare = !/[,;]/.test(first) && withScheme(first) !== null;
  const isAddress = /^(?:https?:\/\/|feed:)/i.test(first) || isBare;
  return first === '' || isAddress;
}

function isHeading(first: string): boolean {
  const names = first.split(/[,;\t]/).map((name) => csvColumn(name.replaceAll('"', '').trim()));
  const known: readonly (string | undefined)[] = ['url', ...KEYWORD_MODES];
  return /^sep=.$/i.test(first) || names.some((name) => known.includes(name));
}

/** The source of a row; undefined for a bundle, which exports also contain. */
function sourceIn(entry: WrittenEntry, file: string): SourceRequest | undefined {
  if (entry.kind === 'bundle') return undefined;
  const input = sourceText(entry.value).trim() || (entry.title ?? '');
  const { feeds, skipped } = checkedManifest({ entries: [entry] });
  const [feed] = feeds;
  if (feed === undefined) return { input, problem: sourceProblem(entry, skipped, file) };
  const { source, at: _, access: _secrets, slug: _name, ...values } = feed;
  return { input, source, values, bundles: entry.bundles ?? [] };
}

function sourceProblem({ value, at }: WrittenEntry, skipped: Skipped, file: string): string {
  const { url }: { url?: unknown } = Object(value);
  const address: InvalidSource | object = typeof url === 'string' ? wantedAddress(url) : {};
  if ('problem' in address) return address.problem;
  const messages = skipped.flatMap(({ problems }) => problems.map(({ message }) => message));
  return `Line ${at.line} of ${file}: ${messages.join('; ')}.`;
}

type Skipped = ReturnType<typeof checkedManifest>['skipped'];
