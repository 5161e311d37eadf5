import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFetcher } from '../../../../src/service/fetch/index.js';
import { readSheets } from '../../../../src/service/sources/document/read-sheets.js';
import { type SourceServer, startSourceServer } from '../../../support/source-server.js';

let site: SourceServer;
const open = createFetcher({ allowPrivateNetworks: true });
const closed = createFetcher();
beforeAll(async () => {
  site = await startSourceServer();
});
afterAll(() => Promise.all([site.close(), open.close(), closed.close()]));

function sheet(path: string, text: string, type = 'text/css'): string {
  return site.on(path, (_, response) => {
    response.setHeader('Content-Type', type);
    response.end(text);
  });
}

it('reads sheets, without pages of errors, missing and large ones', async () => {
  const [own, page] = [sheet('/a.css', 'a{}'), sheet('/b.css', '<p>No', 'text/html')];
  const large = sheet('/c.css', ' '.repeat(1_000_001));
  const texts = await readSheets(open, [own, page, large, `${site.origin}/missing.css`]);
  expect([...texts]).toEqual([[own, 'a{}']]);
});

it('reads as many as the limit for all of them allows', async () => {
  const each = Array.from({ length: 9 }, (_, at) => sheet(`/${at}.css`, ' '.repeat(500_000)));
  const texts = await readSheets(open, each);
  expect(texts.size).toBe(4);
});

it('connects to no address that sources may not have', async () => {
  const address = sheet('/d.css', 'd{}');
  expect((await readSheets(closed, [address])).size).toBe(0);
  expect(site.hits('/d.css')).toBe(0);
});
