import { expect, it } from 'vitest';
import { accessChanges, newAccess } from '../../../../src/cli/commands/base/access.js';

it('no flag of access changes nothing', () => {
  expect(accessChanges({ title: 'News' })).toBeUndefined();
  expect(newAccess({ header: [] })).toBeUndefined();
});

it('a flag names where its secret is, or takes it away from a feed', () => {
  const typed = { header: ['X-Key: env:KEY'], cookie: '@cookies.txt', userAgent: 'Reader/1' };
  const changes = {
    headers: { 'x-key': 'env:KEY' },
    cookie: '@cookies.txt',
    user_agent: 'Reader/1',
  };
  expect(accessChanges(typed)).toEqual(changes);
  expect(newAccess(typed)).toEqual(changes);
  expect(accessChanges({ cookie: 'none' })).toEqual({ cookie: null });
});

it.each([{ cookie: 'none' }, { header: ['X-Key: none'] }])(
  'a new feed has nothing to take away: %j',
  (typed) => {
    expect(() => newAccess(typed)).toThrow('a new feed has none');
  },
);

it('a secret on the command line is refused, and not repeated', () => {
  expect(() => accessChanges({ cookie: 'sid=hunter2' })).toThrow(/--cookie/);
  expect(() => accessChanges({ cookie: 'sid=hunter2' })).not.toThrow(/hunter2/);
});
