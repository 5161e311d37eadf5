import { describe, expect, it } from 'vitest';
import { doneMessage } from '../../../../src/service/http/dashboard/kit/done.js';
import { pathToRoot } from '../../../../src/service/http/dashboard/kit/http.js';

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
