import { expect, it } from 'vitest';
import { Body } from '../../../../src/service/fetch/index.js';
import { readOlder } from '../../../../src/service/sources/older/read-older.js';
import { ManualClock } from '../../../support/clock.js';

const FEED =
  '<rss version="2.0"><channel><title>x</title><item><title>Old</title><guid>1</guid></item></channel></rss>';
const ITEMS = ['Old bridge', 'Old town hall', 'Old market', 'Old mill', 'Old harbour'].map(
  (title, at) => `<li><h2><a href="/story-${at}">${title} is open for all again</a></h2></li>`,
);
const PAGE = `<html><body><main><ul>${ITEMS.join('')}</ul></main><a rel="next" href="/3">More</a></body></html>`;

/** What is read of an older document, and the addresses whose rules were asked. */
async function read(text: string, rule: unknown) {
  const checked: string[] = [];
  const url = 'https://a.test/2';
  const body = new Body([Buffer.from(text)]);
  const answer = { requestedUrl: url, url, permanentUrl: null, status: 200, notModified: false };
  const search = {
    fetcher: { fetch: async () => ({ ...answer, headers: {}, body }) },
    clock: new ManualClock(),
    robots: {
      check: async (address: string) => void checked.push(address),
      allows: async () => true,
    },
    renderer: {
      render() {
        throw new Error('No browser is needed for older items.');
      },
    },
  };
  const source = { kind: 'url', url: 'https://a.test/', selectors: null } as never;
  const older = await readOlder(search as never, source, { address: url, rule });
  return { older, checked, hash: body.hash };
}

it('an older document of a feed has its entries, and robots are not asked', async () => {
  const { older, checked, hash } = await read(FEED, null);
  expect(older).toMatchObject({ entries: [{ title: 'Old' }], next: null, hash });
  expect([older.entries.length, checked]).toEqual([1, []]);
});

it('an older page is read as robots may, without a browser', async () => {
  const { older, checked, hash } = await read(PAGE, { strategy: 'unknown' });
  expect(older).toMatchObject({ next: 'https://a.test/3', hash });
  expect(older.entries.map(({ url }) => url)).toEqual(
    ITEMS.map((_, at) => `https://a.test/story-${at}`),
  );
  expect(new Set(checked)).toEqual(new Set(['https://a.test/2']));
});
