import { expect, it } from 'vitest';
import { Places } from '../../../../src/cli/manifest/read/places.js';

const TEXT = 'feeds:\n  - url: a\n    url: b\n';
const place = (line: number, column: number) => ({ line, column });

it('a value is where it was added, else at its nearest parent, else at the start', () => {
  const places = new Places(TEXT);
  expect(places.at([])).toEqual(place(1, 1));
  expect(places.at(['feeds'])).toEqual(place(1, 1));
  places.add(['feeds', 0], TEXT.indexOf('url'));
  expect(places.at(['feeds', 0])).toEqual(place(2, 5));
  expect(places.at(['feeds', 0, 'access', 'cookie'])).toEqual(place(2, 5));
  expect(places.at(['feeds', 1])).toEqual(place(1, 1));
  places.add([], TEXT.indexOf('  - '));
  expect(places.at(['feeds', 1])).toEqual(place(2, 1));
});

it('a key that is there twice is refused where it appears again', () => {
  const places = new Places(TEXT);
  const path = ['feeds', 0, 'url'];
  expect(places.addKey(path, TEXT.indexOf('url'))).toBe('url');
  expect(() => places.refuseRepeated('f.yaml')).not.toThrow();
  expect(places.addKey(path, TEXT.lastIndexOf('url'))).not.toBe('url');
  expect(places.at(path)).toEqual(place(2, 5));
  expect(() => places.refuseRepeated('f.yaml')).toThrow('f.yaml:3:5: "url" appears twice here');
});
