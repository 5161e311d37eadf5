import { expect, it } from 'vitest';
import { readChangeText } from '../../../src/service/core/change-text.js';

it('reads the lines of a change, with what the added ones belong to', () => {
  const text = [
    'Kettle:',
    'Removed: Gone',
    'Added: Here',
    'Mug:',
    'Removed: 5 EUR',
    'Added: Free: today',
    'Added: ',
    '… and changes in 2 more places',
  ].join('\n');
  expect(readChangeText(text)).toEqual({
    added: ['Here', 'Free: today', ''],
    removed: ['Gone', '5 EUR'],
    addedWithLabels: ['Kettle', 'Here', 'Mug', 'Free: today', ''],
  });
});

it.each([
  'Added: a dark mode\nFixed: the login',
  'What is new\nAdded: a dark mode',
  'See:\nthis\nAdded: one',
  'Added: one\nSee:',
  '',
])('%j is no change of a page', (text) => {
  expect(readChangeText(text)).toBeNull();
});

it.each<[string, string[], string[]]>([
  ['Added: a', ['a'], []],
  ['Removed: a', [], ['a']],
  ['Label:\nRemoved: a', [], ['a']],
])('%j is a change with one kind of line', (text, added, removed) => {
  expect(readChangeText(text)).toEqual({ added, removed, addedWithLabels: added });
});
