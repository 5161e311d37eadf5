import startBrowser from 'open';
import { messageOf } from '../../../base/errors.js';
import { parseUrl } from '../../../base/url.js';
import { isBundleId } from '../../../contract/ids.js';
import { CliError, flag, one, UsageError } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';

const VIEW: RecordView = {
  fields: columns('id url'),
};

export const open = defineVerb({
  name: 'open',
  summary: 'Open a feed or a bundle in the browser',
  description:
    'Opens the published address of a feed or bundle in the browser, or with --source the address that a feed is read from. --print prints the address instead.',
  arguments: { id: one('FEED|BUNDLE', 'what to open') },
  options: {
    source: flag('open the source address of the feed'),
    print: flag('print the address instead of opening it'),
  },
  examples: {
    'feedctl open a1B2c3D4e5F6g7H8': 'Open the published feed',
    "feedctl open 'Example News' --source": 'Open its source website',
    'curl "$(feedctl open _a1B2c3D4e5F6g7H8 --print)"': 'Pass the address to another program',
  },
  output: { id: 'a1B2c3D4e5F6g7H8', url: 'http://127.0.0.1:7410/feeds/a1B2c3D4e5F6g7H8.xml' },
  exitCodes: [1, 3, 4, 5, 6, 7],
  async run(context, { id: typed }, { source, print }) {
    const id = await resolveName(context, typed, { of: 'either', verb: 'get', reads: true });
    if (source && isBundleId(id)) {
      throw new UsageError('A bundle has no source address.', {
        hint: `List its feeds: feedctl bundles get ${id}`,
      });
    }
    const client = await context.client();
    const found = await context.during('Reading the address', async () =>
      isBundleId(id) ? await client.getBundle(id) : await client.getFeed(id),
    );
    const url = source && !('name' in found) ? found.source_url : found.rss_feed_url;
    if (print && context.output.format === 'table') {
      await context.streams.stdout.write(`${url}\n`);
      return undefined;
    }
    if (!source && (await context.isUnserved())) {
      await context.notes.hint('This address is not served yet. To publish it: feedctl serve');
    }
    if (!print) {
      await openBrowser(url);
    }
    await context.output.record({ id, url }, VIEW);
  },
});

/**
 * Opens an address in the user's browser.
 *
 * @throws {CliError} if no browser can be started, and for an address that is not http(s): a
 * service or a feed may supply any address, and some addresses start programs
 */
async function openBrowser(address: string): Promise<void> {
  const url = parseUrl(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new CliError(`Refusing to open an address that is not http or https: ${address}`, {
      exitCode: 5,
      code: 'NOT_A_WEB_ADDRESS',
    });
  }
  try {
    await startBrowser(url.href);
  } catch (error) {
    throw new CliError('Could not start a browser.', {
      exitCode: 1,
      code: 'NO_BROWSER',
      detail: messageOf(error),
      hint: `Open this address yourself: ${url.href}`,
      cause: error,
    });
  }
}
