import { expect, it } from 'vitest';
import { KeptAnswers } from '../../../../src/service/dashboard/use-cases/kept-answers.js';
import { ManualClock } from '../../../support/clock.js';

it('gives an answer to whom it is for, until its time is over', () => {
  const clock = new ManualClock();
  const answers = new KeptAnswers<string>(clock);
  const token = answers.keep('ann', 'whsec_1', 1000);
  expect(answers.get('ann', token)).toBe('whsec_1');
  expect(answers.get('bob', token)).toBeNull();
  clock.advance(1000);
  expect(answers.get('ann', token)).toBe('whsec_1');
  clock.advance(1);
  expect(answers.get('ann', token)).toBeNull();
});

it('drops the oldest of more than a hundred, and before them those whose time is over', () => {
  const clock = new ManualClock();
  const answers = new KeptAnswers<number>(clock);
  const lasting = answers.keep('ann', 0, 10_000);
  const short = Array.from({ length: 99 }, (_, at) => answers.keep('ann', at, 1000));
  clock.advance(1001);
  const later = answers.keep('ann', 1, 1000);
  expect([lasting, later].map((token) => answers.get('ann', token))).toEqual([0, 1]);
  expect(answers.get('ann', short[0] ?? '')).toBeNull();
  for (let at = 0; at < 99; at += 1) answers.keep('ann', at, 1000);
  expect([lasting, later].map((token) => answers.get('ann', token))).toEqual([null, 1]);
});
