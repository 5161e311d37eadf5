import { isLocalName } from '../../../base/loopback.js';
import { replaceFile } from '../../../base/replace-file.js';
import { counted } from '../../../base/text.js';
import { parseUrl } from '../../../base/url.js';
import { serviceKind } from '../../bulk/known-feeds.js';
import { fileError } from '../../bulk/read-input.js';
import { flag, giveWay, type OptionValues, text, UsageError } from '../../kit/index.js';
import { collectEarly, spareMemory } from '../../kit/v8-flags.js';
import { readAccount, withSettings } from '../../manifest/account.js';
import { type Exported, exportAccount } from '../../manifest/export-account.js';
import { chosenFormat, type FileFormat, formatByName } from '../../manifest/file-format.js';
import { FORMAT_TABLE, type WriteOptions } from '../../manifest/formats.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption } from '../base/index.js';

const options = {
  format: fileFormatOption,
  to: text('FILE', 'write to this file instead of standard output (-)'),
  sources: flag('in OPML, the addresses of the sources where they are feeds'),
  skipSettings: flag('omit custom authors'),
};

const exportFile = defineVerb({
  name: 'export',
  summary: 'Write all feeds and bundles to a file',
  description: `
    Writes all feeds and bundles of the account with their settings, for version control or a copy in
    another account. The file does not carry ids, published addresses, items, keys, webhooks and
    history: feeds that are created from it get new addresses, and their items start anew. feedctl
    service backup and feedctl service copy carry all of that. The format is YAML unless --format or the file name selects another. OPML works in
    every feed reader and CSV in every spreadsheet. OPML names the published feeds, which readers
    can fetch while feedctl serve runs; --sources names the feeds behind them, for leaving feedctl.
    feedctl import and feedctl apply read all four formats back.

    A service that is not feedctl takes one request per feed for custom authors; --skip-settings
    omits them.
  `,
  options,
  examples: {
    'feedctl export --to feeds.yaml': 'Write a file to keep, or to edit and apply',
    'feedctl export --format opml > feeds.opml': 'Export for a feed reader',
    'feedctl export --format opml --sources > feeds.opml': 'Move to a reader without feedctl',
    'feedctl export | feedctl --profile new import -': 'Copy feeds and bundles to another account',
  },
  exitCodes: [4, 6, 7],
  suggestFlag: (file) => ['--to', file],
  run: (context, _args, given) => runExport(context, given),
});

export { exportFile as export };

/** Reads the account and writes it to a file, atomically. */
async function runExport(
  context: Context,
  { format, to, sources, skipSettings }: OptionValues<typeof options>,
): Promise<undefined> {
  const { notes, streams, globals, signal } = context;
  const asked = chosenFormat(format, globals.json ? 'json' : globals.output);
  const chosen = asked ?? formatByName(to ?? '') ?? 'yaml';
  if (sources && chosen !== 'opml') {
    throw new UsageError(`--sources is for OPML only; a file in ${chosen.toUpperCase()} has them.`);
  }
  const client = await context.client();
  // For 100,000 feeds, YAML takes 236 MB of memory with little space for new objects and 200 with more;
  // OPML and CSV take 147 and 190.
  if (chosen === 'yaml') collectEarly();
  else spareMemory();
  const read = () => readAccount(client, { settings: !skipSettings });
  const account = await context.during('Reading the account', read);
  const feeds = skipSettings
    ? account.feeds
    : await withSettings(client, account.feeds, await serviceKind(client), { context });
  const exported = exportAccount({ ...account, feeds });
  for (const warning of exported.warnings) await notes.warn(warning);
  await noteSecrets(context, exported, chosen);
  if (chosen === 'opml') await noteAddresses(context, exported, { sources });
  if (account.shifted) {
    await notes.warn(
      'The account changed while it was being read. Export it again for a consistent copy.',
    );
  }
  const written = await FORMAT_TABLE[chosen].write(exported, { sources });
  const parts = inChunks(chosen === 'yaml' ? withComment(written) : written, signal);
  if (to === undefined || to === '-') {
    for (const part of parts) {
      await streams.stdout.write(part);
      await giveWay(signal);
    }
    return;
  }
  await replaceFile(to, parts).catch((error: unknown) => {
    throw fileError(to, 'written', error);
  });
  await notes.note(
    `Wrote ${counted(exported.feeds.length, 'feed')} and ${counted(exported.bundles.length, 'bundle')} to ${to}, ${NOT_CARRIED}.`,
  );
}

/** What the file lacks: it must not be taken for a backup. */
const NOT_CARRIED =
  'without ids, addresses, items, keys and webhooks (feedctl service backup has them)';

function* withComment(parts: Iterable<string>): Generator<string> {
  yield `# Feeds and bundles, ${NOT_CARRIED}\n`;
  yield* parts;
}

const CHUNK_LENGTH = 65_536;

/** Joins parts to chunks: one write per feed would be too many. @throws the reason of the signal */
function* inChunks(parts: Iterable<string>, signal: AbortSignal): Generator<string> {
  let chunk = '';
  for (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    signal.throwIfAborted();
    chunk = '';
  }
  yield chunk;
}

/** Warns about addresses that only this machine can fetch. */
async function noteAddresses(
  { notes }: Context,
  { feeds }: Exported,
  options: WriteOptions,
): Promise<void> {
  const { readersUrl } = await import('../../manifest/write/opml.js');
  const local = feeds.filter((feed) => {
    const isPublished = readersUrl(feed, options) === feed.rssFeedUrl;
    return isPublished && isLocalName(parseUrl(feed.rssFeedUrl)?.hostname ?? '');
  });
  if (local.length === 0) return;
  const what = counted(local.length, 'address', 'addresses');
  await notes.warn(
    options.sources
      ? `${what} of feeds made of pages or searches can be fetched on this machine only, while feedctl serve runs.`
      : `${what} can be fetched on this machine only, while feedctl serve runs. For the addresses of the sources: --sources`,
  );
}

/** Notes that secrets are not in the file, and names the references that replace them. */
async function noteSecrets(
  { notes }: Context,
  { access }: Exported,
  format: FileFormat,
): Promise<void> {
  if (access.size === 0) return;
  const them = `${counted(access.size, 'feed')} with headers or secrets for the source`;
  if (FORMAT_TABLE[format].holdsAccess) {
    await notes.note(
      `${them}: the file names environment variables in place of the secrets. Set them before feedctl apply or import.`,
    );
  } else {
    await notes.warn(
      `${them}: ${format.toUpperCase()} cannot describe them, so they are left out. To keep them: --format yaml`,
    );
  }
}
