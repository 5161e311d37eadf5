import { expect, it } from 'vitest';
import { FILE_FORMATS } from '../../../src/cli/manifest/file-format.js';
import { FORMAT_TABLE } from '../../../src/cli/manifest/formats.js';

it.each(FILE_FORMATS)(
  '%s says whether it holds what a source needs besides its address',
  async (format) => {
    const feed = {
      id: 'a',
      source: { url: 'https://a.example/' },
      rssFeedUrl: '',
      hasSettings: true,
    };
    const access = new Map([['a', { cookie: 'env:COOKIE' }]]);
    const parts = await FORMAT_TABLE[format].write({ feeds: [feed], bundles: [], access });
    expect([...parts].join('').includes('env:COOKIE')).toBe(FORMAT_TABLE[format].holdsAccess);
  },
);
