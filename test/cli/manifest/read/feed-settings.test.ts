import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { CliError } from '../../../../src/cli/kit/errors.js';
import { readFeedSettings } from '../../../../src/cli/manifest/read/feed-settings.js';
import type { SourceSpec } from '../../../../src/cli/sources/model.js';
import type { Context } from '../../../../src/cli/verbs/context.js';

const PAGE: SourceSpec = { url: 'https://example.com/news' };
const NEWS: SourceSpec = { mode: 'keyword', text: 'solar sails', region: 'GB:en' };

/** Settings that are piped in, for a source of the command line. */
function given(text: string, source = PAGE) {
  const stdin = { isTerminal: false, readBytes: async () => Buffer.from(text) };
  return readFeedSettings({ streams: { stdin } } as unknown as Context, '-', source);
}

it.each([
  ['an address', PAGE],
  ['a search', NEWS],
])('of one feed belong to %s', async (_, source) => {
  expect(await given('title: Mine\nmax_age: 30d', source)).toMatchObject({
    source,
    title: 'Mine',
    max_age: '30d',
  });
});

it.each([
  ['a list', '- title: Mine', /must be the settings of one feed/],
  ['nothing', 'null', /must be the settings of one feed/],
  ['a whole account', 'feeds: []', /--with takes the settings of one/],
  ['bundles', 'bundles: []', /--with takes the settings of one/],
  ['another source', 'title: Mine\nurl: https://example.com/', /2:.*"url" belongs to the source/],
  ['another search', 'headline: Probe', /"headline" belongs to the source/],
  ['a setting that no feed has', 'colour: red', /colour/],
])('are refused as %s', async (_, text, message) => {
  const refusal = await given(text).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CliError);
  const { message: said, detail = '' } = refusal as CliError;
  expect(`${said}\n${detail}`).toMatch(message);
});
