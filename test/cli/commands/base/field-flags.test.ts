import { describe, expect, it } from 'vitest';
import {
  changeOptions,
  fieldFlags,
  firstFlag,
  newFieldOptions,
  optionsOf,
  readFields,
} from '../../../../src/cli/commands/base/field-flags.js';
import { longFlag, type OptionSpecs } from '../../../../src/cli/kit/index.js';
import type { FeedValues } from '../../../../src/cli/sources/model.js';
import { FEED_FIELDS } from '../../../../src/resources/feed.js';

/** Reads flags as a command does: each option gets the values that follow its flag. */
function readFlags(options: OptionSpecs, words: readonly string[]) {
  const typed = Object.entries(options).map(([key, spec]) => {
    const given = words.flatMap((word, at) =>
      word === longFlag(key) ? [spec.placeholder === undefined ? '' : `${words[at + 1]}`] : [],
    );
    return [key, spec.parse(given, longFlag(key))];
  });
  return readFields(FEED_FIELDS, Object.fromEntries(typed));
}

const news = newFieldOptions(FEED_FIELDS);
const all = changeOptions(FEED_FIELDS, 'create', 'metadata', 'settings');

describe('the flags of values, and the values of flags', () => {
  it.each([
    [{ title: 'Mine' }, ['--title', 'Mine']],
    [{ description: '' }, ['--description', '']],
    [{ icon: 'https://a.example/i.png' }, ['--icon', 'https://a.example/i.png']],
    [{ customAuthor: 'Ana' }, ['--custom-author', 'Ana']],
    [{ customAuthor: null }, ['--clear-custom-author']],
    [{ interval: '15m' }, ['--every', '15m']],
    [{ max_age: 'none' }, ['--max-age', 'none']],
    [{ quiet_hours: 'none' }, ['--quiet-hours', 'none']],
    [
      { quiet_hours: '22:00-06:00 Europe/Berlin' },
      ['--quiet-hours', '22:00-06:00', '--time-zone', 'Europe/Berlin'],
    ],
    [{ full_text: true }, ['--full-text']],
    [{ full_text: false }, ['--clear-full-text']],
    [{ filters: { include: ['a', 'b'] } }, ['--include', 'a', '--include', 'b']],
    [{ filters: { exclude: ['c'] } }, ['--exclude', 'c']],
    [{ mode: 'changes' as const }, ['--changes']],
    [{ from: 'html' as const }, ['--from', 'html']],
    [{ selectors: { items: 'li', title: 'h3' } }, ['--select', 'items=li', '--select', 'title=h3']],
    [{ render: 'always' as const }, ['--render', 'always']],
    [{ steps: ['click=a', 'scroll'] }, ['--step', 'click=a', '--step', 'scroll']],
    [{ steps: [] }, ['--step', '']],
  ])('%j is %j', (values, flags) => {
    expect(fieldFlags(values as FeedValues)).toEqual(flags);
    expect(readFlags(all, flags)).toEqual(values);
  });

  it('are none for what is not given or has no row', () => {
    expect(fieldFlags({ title: undefined, other: 'x' } as object)).toEqual([]);
    expect(readFlags(all, [])).toEqual({});
    expect(fieldFlags({ access: null } as object)).toEqual([]);
  });
});

it.each([
  [['--title', ' '], '--title must not be empty.', undefined],
  [
    ['--custom-author', ''],
    '--custom-author must not be empty.',
    'To remove it: --clear-custom-author',
  ],
  [
    ['--custom-author', 'Ana', '--clear-custom-author'],
    '--custom-author and --clear-custom-author cannot be combined.',
    undefined,
  ],
  [['--every', 'soon'], /^--every takes .*, not "soon"\.$/, undefined],
  [['--max-age', 'old'], /^--max-age takes .*, not "old"\.$/, undefined],
  [['--time-zone', 'UTC'], /^--time-zone requires --quiet-hours/, undefined],
  [
    ['--quiet-hours', '22:00-06:00', '--time-zone', 'Mars'],
    /^--time-zone takes .*, not "Mars"/,
    undefined,
  ],
  [['--quiet-hours', '22:00-06:00 Mars'], /^--quiet-hours takes /, undefined],
  [['--quiet-hours', 'night'], /^--quiet-hours takes .*, not "night"\.$/, undefined],
  [['--quiet-hours', 'none', '--time-zone', 'UTC'], /^--quiet-hours takes /, undefined],
])('%j is wrong usage', (flags, message, hint) => {
  const wrong = () => readFlags(all, flags);
  expect(wrong).toThrow(message);
  expect(wrong).toThrow(expect.objectContaining({ hint }));
});

it('a new feed has nothing to remove, and no hint to a flag that it does not have', () => {
  expect(Object.keys(news).filter((key) => key.startsWith('clear'))).toEqual([]);
  expect(() => readFlags(news, ['--custom-author', ''])).toThrow(
    expect.objectContaining({ hint: undefined }),
  );
});

it('quiet hours are in the zone of this machine without another', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(readFlags(all, ['--quiet-hours', '22:00-06:00'])).toEqual({
    quiet_hours: `22:00-06:00 ${zone}`,
  });
});

it('quiet hours take their zone with them, as files and the interface write it', () => {
  expect(readFlags(all, ['--quiet-hours', '22:00-06:00 Europe/Berlin'])).toEqual({
    quiet_hours: '22:00-06:00 Europe/Berlin',
  });
});

it('flags of a request are those of its rows, with their second names', () => {
  expect(Object.keys(changeOptions(FEED_FIELDS, 'create'))).toEqual(['changes', 'from']);
  expect(all.title).toMatchObject({
    alias: 'name',
    summary: 'title, in place of the title of the source',
  });
  expect(all.icon).not.toHaveProperty('alias');
  expect(Object.keys(optionsOf(FEED_FIELDS.full_text))).toEqual(['fullText', 'clearFullText']);
  expect(optionsOf(FEED_FIELDS.full_text).clearFullText?.summary).toBe(
    'restore the texts of the feed',
  );
});

it('the first flag of the rows that are meant', () => {
  const values = { title: 'a', full_text: false, access: {} };
  const first = (meant: string) => firstFlag(values, (_, name) => name === meant);
  expect(['title', 'full_text', 'access', 'icon'].map(first)).toEqual([
    '--title',
    '--clear-full-text',
    '--header',
    undefined,
  ]);
});
