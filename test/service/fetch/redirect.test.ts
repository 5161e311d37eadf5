import { describe, expect, it } from 'vitest';
import { followRedirect, type Hop, isRedirect } from '../../../src/service/fetch/redirect.js';

const start: Hop = {
  url: new URL('http://a.example/feed'),
  method: 'GET',
  headers: { authorization: 'Bearer x', cookie: 'y', accept: 'z' },
  accessHeaders: null,
  body: null,
  visited: [],
  visitedAlike: [],
  permanentUrl: null,
};

describe('follow', () => {
  it('notes an unbroken run of permanent redirects', () => {
    const one = followRedirect(start, 301, '/b', 5);
    const two = followRedirect(one, 308, 'http://b.example/c', 5);
    const three = followRedirect(two, 302, '/d', 5);
    const four = followRedirect(three, 301, '/e', 5);
    expect([one, two, three, four].map((hop) => hop.permanentUrl)).toEqual([
      'http://a.example/b',
      'http://b.example/c',
      'http://b.example/c',
      'http://b.example/c',
    ]);
  });

  it('notes nothing permanent behind a temporary first step', () => {
    expect(
      followRedirect(followRedirect(start, 302, '/b', 5), 301, '/c', 5).permanentUrl,
    ).toBeNull();
  });

  it('keeps credentials within the origin only', () => {
    expect(followRedirect(start, 302, '/b', 5).headers).toEqual(start.headers);
    expect(followRedirect(start, 302, 'http://b.example/', 5).headers).toEqual({ accept: 'z' });
    expect(followRedirect(start, 302, 'http://a.example:81/', 5).headers).toEqual({ accept: 'z' });
  });

  it.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('after %i a POST becomes %s', (status, method) => {
    const hop = followRedirect({ ...start, method: 'POST', body: 'x' }, status, '/b', 5);
    expect(hop.method).toBe(method);
    expect(hop.body).toBe(method === 'POST' ? 'x' : null);
  });

  it('detects a circle and a chain that is too long', () => {
    const back = followRedirect(start, 302, '/b', 5);
    expect(() => followRedirect(back, 302, '/feed#top', 5)).toThrow(/redirects in a loop/);
    expect(() => followRedirect(back, 302, '/c', 1)).toThrow(/more than 1 times/);
  });

  it('takes the same address with new cookies for no circle, until the chain is too long', () => {
    const back = followRedirect(followRedirect(start, 302, '/b', 5), 302, '/feed', 5, true);
    expect(back.url.href).toBe('http://a.example/feed');
    expect(() => followRedirect(followRedirect(back, 302, '/b', 5), 302, '/feed', 5)).toThrow(
      /in a loop/,
    );
    expect(() => followRedirect(back, 302, '/b', 2, true)).toThrow(/more than 2 times/);
  });

  it.each(['ftp://a.example/', 'http://u:p@a.example/', 'http:\\\\a.example'])(
    'refuses to go to %s',
    (location) => {
      expect(() => followRedirect(start, 302, location, 5)).toThrow(
        expect.objectContaining({ code: 'SOURCE_FORBIDDEN' }),
      );
    },
  );
});

describe('isRedirect', () => {
  it('needs a status that redirects and a place to go', () => {
    expect(isRedirect(302, '/x')).toBe(true);
    expect(isRedirect(302, undefined)).toBe(false);
    expect(isRedirect(300, '/x')).toBe(false);
    expect(isRedirect(304, '/x')).toBe(false);
  });
});
