import { describe, expect, it } from 'vitest';
import { isWall } from '../../../src/service/texts/wall-text.js';

const TEASER =
  'The harbour council decided on Monday that the old ferry returns in spring, with a new engine.';
const WALL =
  'This article is for members. Choose the plan that suits you and read on at once: cancel at any time, the first month costs one euro, with unlimited access on every device and the evening letter.';

describe('a short text in place of an article', () => {
  it.each([
    ['about something else', WALL, TEASER],
    [
      'with the teaser and a request',
      `${TEASER} To continue reading, please log in or subscribe to one of our plans.`,
      TEASER,
    ],
    [
      'in German',
      `${TEASER} Jetzt weiterlesen mit einem Abo ab einem Euro im Monat, jederzeit kündbar.`,
      TEASER,
    ],
    [
      'in Japanese',
      'この記事は会員限定です。会員登録すると続きをお読みいただけます。',
      '港の評議会は月曜日に古い渡し船の復帰を決めた。',
    ],
    [
      'where the feed says next to nothing',
      'Please sign in to read this story, it takes a minute and is free.',
      'Ferry',
    ],
  ])('is a wall: %s', (_, text, own) => {
    expect(isWall(text, own)).toBe(true);
  });

  it.each([
    [
      'a short article',
      `${TEASER} It is to sail twice a day until autumn, and the crew of nine is complete.`,
      TEASER,
    ],
    [
      'a long one about a wall',
      `${'The council wants readers to subscribe to its letter. '.repeat(12)}`,
      TEASER,
    ],
    [
      'one whose teaser asks as well',
      'Subscribe to our channel for the full talk about harbours, boats, engines and tides.',
      'Subscribe to our channel for the talk about harbours, boats and engines.',
    ],
    ['one without a text in the feed', 'The ferry returns in spring with a new engine.', ''],
  ])('is none: %s', (_, text, own) => {
    expect(isWall(text, own)).toBe(false);
  });
});
