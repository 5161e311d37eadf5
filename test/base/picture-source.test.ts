import { describe, expect, it } from 'vitest';
import {
  isAvatar,
  isDataPicture,
  nearestVersion,
  pictureSource,
  type TagAttributes,
  versionsOf,
} from '../../src/base/picture-source.js';

/** A picture of these sizes within an address. */
function dataPicture(kind: 'gif' | 'png' | 'webp', width: number, height: number): string {
  const bytes = Buffer.alloc(32);
  bytes.write({ gif: 'GIF89a', png: '\x89PNG', webp: 'RIFF' }[kind], 'latin1');
  if (kind === 'gif') {
    bytes.writeUInt16LE(width, 6);
    bytes.writeUInt16LE(height, 8);
  } else if (kind === 'png') {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
  }
  return `data:image/${kind};base64,${bytes.toString('base64')}`;
}

describe('the address of a picture', () => {
  it.each<[TagAttributes, string | null]>([
    [{ src: ' /a.jpg ' }, '/a.jpg'],
    [{}, null],
    [{ src: '' }, null],
    // What a script would load comes first.
    [{ src: '/a.jpg', 'data-src': '/b.jpg' }, '/b.jpg'],
    [{ src: '/a.jpg', 'data-lazy-src': '/b.jpg' }, '/b.jpg'],
    [{ src: '/a.jpg', 'data-original': '/b.jpg' }, '/b.jpg'],
    [{ src: '/a.jpg', 'data-src': '{"a":1}' }, '/a.jpg'],
    [{ src: '/a.jpg', 'data-src': 'true' }, '/a.jpg'],
    [{ src: '/a.jpg', 'data-src': '  ' }, '/a.jpg'],
    [{ src: '/a.jpg', 'data-src': '/blank.gif' }, '/a.jpg'],
    [{ src: '/a.jpg', [`data-${'x'.repeat(31)}-src`]: '/b.jpg' }, '/b.jpg'],
    [{ src: '/a.jpg', [`data-${'x'.repeat(32)}-src`]: '/b.jpg' }, '/a.jpg'],
    [{ src: '/a.jpg', 'data-srcset': '/s.jpg 300w, /m.jpg 1000w' }, '/m.jpg'],
    [{ src: '/a.jpg', srcset: '/s.jpg 300w, /m.jpg 1000w' }, '/a.jpg'],
    [{ src: '/s.jpg', srcset: '/s.jpg 300w, /m.jpg 1000w' }, '/m.jpg'],
    [{ src: '/placeholder.png', srcset: '/s.jpg 300w, /m.jpg 1000w' }, '/m.jpg'],
    [{ src: '/loading.gif', 'data-url': '/b.jpg' }, '/b.jpg'],
    [{ src: '/photo-grey.jpg', 'data-image': '0' }, '/photo-grey.jpg'],
    [{ src: '/spacer.gif' }, null],
    [{ src: 'data:image/svg+xml,x' }, null],
    [{ src: 'about:blank' }, null],
    [{ src: dataPicture('png', 3, 3) }, dataPicture('png', 3, 3)],
    // Pictures that count readers.
    [{ src: '/a.jpg', width: '1' }, null],
    [{ src: '/a.jpg', height: ' 2px ' }, null],
    [{ src: '/a.jpg', width: '3', height: '12' }, '/a.jpg'],
  ])('of %j is %j', (image, address) => {
    expect(pictureSource(image)).toBe(address);
  });

  it('is that of another source where the picture has none, AVIF last', () => {
    const sources = [
      { type: 'image/AVIF', srcset: '/a.avif' },
      { type: 'image/webp', srcset: '/blank.gif' },
      { type: 'image/webp', srcset: '/a.webp' },
    ];
    expect(pictureSource({ src: '/spacer.gif' }, sources)).toBe('/a.webp');
    expect(pictureSource({ src: '/spacer.gif' }, sources.slice(0, 2))).toBe('/a.avif');
    expect(pictureSource({ src: '/a.jpg' }, sources)).toBe('/a.jpg');
    expect(pictureSource({}, [])).toBeNull();
  });
});

describe('the versions of a picture', () => {
  it.each<[string, [string, number][]]>([
    ['', []],
    [
      '/a.jpg 300w, /b.jpg 1.5x,/c.jpg',
      [
        ['/a.jpg', 300],
        ['/b.jpg', 1500],
        ['/c.jpg', 0],
      ],
    ],
    [
      '/a.jpg, /b.jpg 20h, /c,d.jpg 30w',
      [
        ['/a.jpg', 0],
        ['/b.jpg', 0],
        ['/c,d.jpg', 30],
      ],
    ],
  ])('of %j', (set, versions) => {
    expect(versionsOf(set).map(({ address, width }) => [address, width])).toEqual(versions);
  });

  it('are fifty at most', () => {
    const set = (count: number) => Array.from({ length: count }, (_, at) => `/${at} 1w`).join(',');
    expect([versionsOf(set(50)), versionsOf(set(51))].map(({ length }) => length)).toEqual([
      50, 50,
    ]);
    expect(versionsOf(`${' '.repeat(16_383)}/`)).toHaveLength(1);
    expect(versionsOf(`${' '.repeat(16_384)}/`)).toEqual([]);
  });

  it('have one that is nearest to 1200 pixels, the first of equals', () => {
    const nearest = (...widths: number[]) =>
      nearestVersion(widths.map((width, at) => ({ width, at })))?.at;
    expect(nearest(300, 1300, 1000)).toBe(1);
    expect(nearest(1100, 1300)).toBe(0);
    expect(nearest(1300, 1100)).toBe(0);
    expect(nearest()).toBeUndefined();
  });
});

it.each<[string, boolean]>([
  [dataPicture('gif', 3, 3), true],
  [dataPicture('gif', 2, 3), false],
  [dataPicture('gif', 3, 2), false],
  [dataPicture('png', 3, 3), true],
  [dataPicture('png', 2, 3), false],
  [dataPicture('png', 3, 2), false],
  [dataPicture('webp', 0, 0), true],
  [`data:image/webp;base64,${Buffer.alloc(24).toString('base64')}`, true],
  [`data:image/webp;base64,${Buffer.alloc(23).toString('base64')}`, false],
  ['data:image/svg+xml;base64,AAAA', false],
  ['https://a.example/a.png', false],
])('%s holds a picture: %s', (address, expected) => {
  expect(isDataPicture(address)).toBe(expected);
});

it('holds no picture that belongs into a file', () => {
  const start = dataPicture('webp', 0, 0);
  expect(isDataPicture(start.padEnd(65_536, 'A'))).toBe(true);
  expect(isDataPicture(start.padEnd(65_537, 'A'))).toBe(false);
});

it.each<[string, boolean]>([
  ['https://secure.gravatar.com/avatar/1', true],
  ['https://a.example/avatars/1.png', true],
  ['https://a.example/gravatar.png', false],
])('%s is the picture of a person: %s', (address, expected) => {
  expect(isAvatar(address)).toBe(expected);
});
