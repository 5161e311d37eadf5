import { describe, expect, it } from 'vitest';
import { FEED_FIELDS } from '../../../../src/resources/feed.js';
import { doneMessage } from '../../../../src/service/http/dashboard/kit/done.js';
import { pathToRoot } from '../../../../src/service/http/dashboard/kit/http.js';
import { editorOf } from '../../../../src/service/http/dashboard/kit/rows.js';

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

describe('the hint of an input', () => {
  it('is what its row says beside the label', () => {
    const { inputs } = editorOf(FEED_FIELDS, ['title', 'icon', 'customAuthor']);
    expect(inputs.map(({ label, hint }) => [label, hint])).toEqual([
      ['Title', 'In place of the title of the source.'],
      ['Icon', 'Address of an image.'],
      ['Author of every item', undefined],
    ]);
  });
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
