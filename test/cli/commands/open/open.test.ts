import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeFeed,
  type HostedDialect,
  startHostedDialect,
} from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

let hosted: HostedDialect;
let feed: FakeFeed;

beforeEach(async () => {
  hosted = await startHostedDialect();
  feed = hosted.state().addFeed({ source_url: 'https://news.example/', title: 'News' });
});
afterEach(async () => {
  await hosted.close();
});

function feedctl(...argv: string[]) {
  const env = {
    HOME: temporaryDirectory(),
    ...hosted.variables,
  };
  return run(argv, { env });
}

describe('open --print', () => {
  it('prints the published address or the source, and nothing else', async () => {
    const published = `${hosted.url}/feeds/${feed.id}.xml`;
    // Nothing is changed: the title may be in another case.
    expect(await feedctl('open', 'news', '--print')).toEqual({
      code: 0,
      stdout: `${published}\n`,
      stderr: '',
    });
    const source = await feedctl('open', feed.id, '--source', '--print', '--json');
    expect(JSON.parse(source.stdout)).toEqual({ id: feed.id, url: 'https://news.example/' });
  });

  it('takes a bundle, which has no source', async () => {
    const { id } = hosted.state().addBundle({ name: 'All' });
    expect((await feedctl('open', id, '--print')).stdout).toBe(`${hosted.url}/feeds/${id}.xml\n`);
    expect((await feedctl('open', id, '--source')).code).toBe(2);
  });
});

describe('open', () => {
  it('opens nothing but web pages', async () => {
    feed.source_url = 'file:///etc/passwd';
    const { code, stderr } = await feedctl('open', feed.id, '--source');
    expect(code).toBe(5);
    expect(stderr).toContain('Refusing to open an address that is not http or https');
  });
});
