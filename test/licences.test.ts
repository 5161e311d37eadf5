import { expect, it } from 'vitest';
import { licences } from '../scripts/licences.js';

it('names what a bundled package carries a copy of', () => {
  const text = licences([
    'node_modules/chalk/source/vendor/ansi-styles/index.js',
    'node_modules/feedsmith/dist/node_modules/trousse/dist/is.mjs',
    'node_modules/undici/lib/llhttp/llhttp-wasm.js',
  ]);
  expect(text.match(/^--- .*$/gm)).toEqual([
    expect.stringMatching(/^--- chalk [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^--- feedsmith [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^--- undici [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^--- ansi-styles in chalk \(MIT/),
    expect.stringMatching(/^--- llhttp in undici \(MIT/),
    expect.stringMatching(/^--- trousse in feedsmith \(MIT/),
  ]);
});

it('refuses a copy whose licence is not known', () => {
  expect(() => licences(['node_modules/chalk/source/vendor/left-pad/index.js'])).toThrow(
    /a copy of left-pad in chalk/,
  );
});
