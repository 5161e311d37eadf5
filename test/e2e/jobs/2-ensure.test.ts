import { describe, expect, it } from 'vitest';
import { items, sourcesOf, WORLDS } from './worlds.js';

describe.each(WORLDS)('job 2, a feed that is to be there at %s', (_name, start) => {
  it('is made once, and found by its address however that is written', async () => {
    const { user, address, publish } = await start();
    await publish('/news', items(2));
    const ensure = (url: string) =>
      user.output('feeds', 'create', '--url', url, '--ensure', '-o', 'id');
    const url = address('/news');
    const id = await ensure(url);
    expect(id).toMatch(/^\w{16}\n$/);
    expect(await ensure(url)).toBe(id);
    expect(await ensure(`${url}/`)).toBe(id);
    expect(await ensure(`${url.replace(/^https?/, (scheme) => scheme.toUpperCase())}#top`)).toBe(
      id,
    );
    expect(await sourcesOf(user)).toEqual([url]);
  });
});
