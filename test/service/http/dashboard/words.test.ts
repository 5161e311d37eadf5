import { describe, expect, it } from 'vitest';
import { pageNumber } from '../../../../src/service/http/dashboard/frame/address.js';
import { doneMessage } from '../../../../src/service/http/dashboard/frame/done.js';
import { pathToRoot } from '../../../../src/service/http/dashboard/frame/responses.js';

describe('pageNumber', () => {
  it.each([
    [undefined, 1],
    ['1', 1],
    ['42', 42],
    ['0', 1],
    ['-3', 1],
    ['1e9', 1],
    ['9999999', 1_000_000],
    ['99999999', 1],
  ])('of %s is %i', (asked, number) => {
    expect(pageNumber(asked)).toBe(number);
  });
});

describe('pathToRoot', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/feeds', '/dashboard/feeds/a/history'])(
    'leads from %s to the dashboard, also below a prefix',
    (path) => {
      for (const prefix of ['', '/sub/path']) {
        const { pathname } = new URL(pathToRoot(path), `https://x.example${prefix}${path}`);
        expect(pathname).toBe(`${prefix}/dashboard/`);
      }
    },
  );
});

describe('doneMessage', () => {
  it('knows its keys and repeats nothing else', () => {
    expect(doneMessage('key-revoked')).toMatchObject({
      text: expect.stringContaining('revoked'),
      isFailure: false,
    });
    expect(doneMessage('test-failed')).toMatchObject({ isFailure: true });
    expect(doneMessage('<script>')).toBeNull();
    expect(doneMessage('constructor')).toBeNull();
    expect(doneMessage(undefined)).toBeNull();
  });
});
