import { describe, expect, it } from 'vitest';
import { linkTargets } from '../../src/base/link-header.js';

describe('linkTargets', () => {
  it('finds targets by relation, in one header or several', () => {
    const header =
      '<https://hub.example/> rel="hub", <https://a.example/feed>; title="x, <y>"; rel=self, ' +
      '<https://hub2.example/>; REL="alternate HUB"';
    expect(linkTargets(header, 'hub')).toEqual(['https://hub.example/', 'https://hub2.example/']);
    expect(linkTargets(header, 'self')).toEqual(['https://a.example/feed']);
  });

  it.each([undefined, '', 'https://a.example', '<https://a.example', '<a>', '<a>; rel', '"<a'])(
    'finds nothing in %j',
    (header) => {
      expect(linkTargets(header, 'hub')).toEqual([]);
    },
  );
});
