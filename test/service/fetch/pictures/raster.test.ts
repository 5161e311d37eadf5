import { describe, expect, it } from 'vitest';
import { rasterType } from '../../../../src/service/fetch/pictures/raster.js';
import { gif, jpeg, png, webp } from '../../../support/pictures.js';

describe('rasterType', () => {
  it.each([
    ['PNG', png(32, 32), 'image/png'],
    ['GIF', gif(32, 32), 'image/gif'],
    ['JPEG', jpeg(32, 32), 'image/jpeg'],
    ['WebP', webp(32, 32), 'image/webp'],
    ['ICO', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), 'image/x-icon'],
  ])('knows a %s by its bytes', (_, body, type) => {
    expect(rasterType(body)).toBe(type);
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty body', Buffer.alloc(0)],
    ['a PNG that is cut off', png(32, 32).subarray(0, 12)],
    ['a JPEG without a frame', jpeg(32, 32).subarray(0, 6)],
    ['a WebP of an unknown kind', Buffer.from('RIFF\0\0\0\0WEBPXXXX')],
  ])('refuses %s', (_, body) => {
    expect(rasterType(body)).toBeNull();
  });

  it.each([
    ['PNG', png],
    ['GIF', gif],
    ['JPEG', jpeg],
    ['WebP', webp],
  ])('refuses a %s of more than 16 million pixels', (_, make) => {
    const sizes = [make(4000, 4000), make(16_000, 1000), make(4001, 4000), make(4000, 4001)];
    expect(sizes.map((body) => rasterType(body) !== null)).toEqual([true, true, false, false]);
  });

  it.each([
    [
      'without loss',
      'VP8L',
      21,
      (width: number, height: number) => (width - 1) | ((height - 1) << 14),
    ],
    ['with loss', 'VP8 ', 26, (width: number, height: number) => width | (height << 16)],
  ])('reads the size of a WebP %s', (_, kind, at, bits) => {
    const make = (width: number, height: number) => {
      const body = Buffer.alloc(30);
      body.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1');
      body.writeUInt32LE(bits(width, height) >>> 0, at);
      return body;
    };
    const sizes = [
      ...[make(4000, 4000), make(16_000, 1000), make(1000, 16_000)],
      ...[make(4001, 4000), make(4000, 4001), make(16_001, 1000)],
    ].map((body) => rasterType(body) !== null);
    expect(sizes).toEqual([true, true, true, false, false, false]);
  });
});
