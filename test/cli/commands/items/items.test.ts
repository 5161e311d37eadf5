import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

let hosted: HostedDialect;
let ids: string[];
let env: Record<string, string>;

beforeEach(async () => {
  hosted = await startHostedDialect();
  const day = (title: string, of: number | null) => ({
    ...{ title, url: `https://example.com/${title}`, description_text: '' },
    ...{ thumbnail: null, authors: [] },
    date_published: of === null ? null : `2026-01-0${of}T00:00:00.000Z`,
  });
  ids = [
    { source_url: 'https://a.example', items: [day('Seventh', 7), day('Third', 3)] },
    { source_url: 'https://b.example', items: [day('Undated', null), day('Fifth', 5)] },
  ].map((feed) => hosted.state().addFeed(feed).id);
  env = { HOME: temporaryDirectory(), ...hosted.variables };
});
afterEach(() => hosted.close());

async function titles(...args: string[]): Promise<string[]> {
  const { stdout } = await run(['items', ...args], { env });
  return stdout.match(/Seventh|Fifth|Third|Undated/g) ?? [];
}

describe('items of several feeds', () => {
  it('are by date in a table', async () => {
    const byDate = ['Seventh', 'Fifth', 'Third', 'Undated'];
    expect(await titles(...ids, '--fields', 'title', '-o', 'table')).toEqual(byDate);
    expect(await titles('--fields', 'title', '-o', 'table')).toEqual(byDate);
    expect(await titles(...ids, '--limit', '2', '--fields', 'title', '-o', 'table')).toEqual(
      byDate.slice(0, 2),
    );
  });

  it('come one feed after the other for programs, and in the order that is asked for', async () => {
    const [one = '', two = ''] = ids;
    const inOrder = ['Seventh', 'Third', 'Undated', 'Fifth'];
    const list = ['--fields', 'title', '-o'];
    expect(await titles(one, two, ...list, 'jsonl')).toEqual(inOrder);
    expect(await titles(one, two, ...list, 'table', '--sort', 'last_added')).toEqual(inOrder);
    expect(await titles(one, ...list, 'table')).toEqual(inOrder.slice(0, 2));
  });
});
