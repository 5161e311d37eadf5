import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Picture } from '../../../src/service/fetch/pictures/picture-cache.js';
import { pictureKey } from '../../../src/service/publish/html.js';
import { PictureFiles } from '../../../src/service/site/picture-files.js';

const BODY = Buffer.from('body');
const nameOf = (address: string, extension = 'png') =>
  `picture-${pictureKey(address)}.${extension}`;

/** The pictures of a site whose last build had these files. */
function picturesOf({
  files = {} as Record<string, string>,
  pictures = true,
  answer = (): Picture => ({ state: 'found', type: 'image/png', body: BODY }),
} = {}) {
  const asked: [string, number][] = [];
  const written: [string, unknown][] = [];
  const marker = { feedctl: 'static site', version: 1, files, documents: {}, slugs: {} } as const;
  const all = new PictureFiles(
    { pictures, marker, writeFile: async (name, body) => void written.push([name, body]) },
    async () => ({
      async get(address, waitMs) {
        asked.push([address, waitMs]);
        return answer();
      },
    }),
  );
  return { all, asked, written };
}

describe('the pictures of a site', () => {
  it('are fetched once each, in ten seconds, and are files from then on', async () => {
    const { all, asked, written } = picturesOf();
    const hash = '230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5';
    const names = [nameOf('a'), nameOf('b')].sort();
    expect(await all.fetch(['a', 'b', 'a'])).toEqual(names);
    expect(await all.fetch(['a'])).toEqual([nameOf('a')]);
    expect(asked).toEqual([
      ['a', 10_000],
      ['b', 10_000],
    ]);
    expect(written).toEqual([
      [nameOf('a'), BODY],
      [nameOf('b'), BODY],
    ]);
    expect(all.hashes).toEqual({ [nameOf('a')]: hash, [nameOf('b')]: hash });
    expect([all.nameOf('a'), all.nameOf('c')]).toEqual([nameOf('a'), null]);
  });

  it('are none where they are not wanted, or there is none', async () => {
    const unwanted = picturesOf({ pictures: false, files: { [nameOf('a')]: 'hash' } });
    expect(await unwanted.all.fetch(['a'])).toEqual([]);
    expect([unwanted.all.nameOf('a'), unwanted.asked]).toEqual([null, []]);
    const absent = picturesOf({ answer: () => ({ state: 'none' }) });
    expect(await absent.all.fetch(['a'])).toEqual([]);
    expect([absent.written, absent.all.hashes]).toEqual([[], {}]);
  });

  it('of the last build are kept, and only those that a page shows', async () => {
    const files = { [nameOf('a')]: 'hash a', [nameOf('b')]: 'hash b', 'index.html': 'hash' };
    const { all, asked } = picturesOf({ files });
    expect(await all.fetch(['a'])).toEqual([nameOf('a')]);
    all.keep(['unknown']);
    expect([asked, all.hashes]).toEqual([[], { [nameOf('a')]: 'hash a', unknown: '' }]);
  });

  it.each([
    ['image/jpeg', 'jpg'],
    ['image/x-icon', 'ico'],
    ['image/avif', 'img'],
  ])('of the type %s end with .%s', async (type, extension) => {
    const { all } = picturesOf({ answer: () => ({ state: 'found', type, body: BODY }) });
    expect(await all.fetch(['a'])).toEqual([nameOf('a', extension)]);
  });

  it('are a thousand of one build at most', async () => {
    const { all, asked } = picturesOf();
    await all.fetch(Array.from({ length: 1001 }, (_, at) => `${at}`));
    expect(asked).toHaveLength(1000);
  });

  it('are fetched for three minutes at most', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const { all, asked } = picturesOf();
    await all.fetch(['a']);
    now = 180_000;
    await all.fetch(['b']);
    now += 1;
    await all.fetch(['c']);
    expect(asked.map(([address]) => address)).toEqual(['a', 'b']);
  });
});
