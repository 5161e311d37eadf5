import { expect, it } from 'vitest';
import { turnNow, withBudget, workFor } from '../../../../src/service/core/async/turn.js';

it('is that of the account whose request is answered, also within a budget', () => {
  const turn = workFor('mine', {}, () => withBudget(5, turnNow));
  expect(turn).toEqual({ accountId: 'mine', isRefresh: false, budget: { leftMs: 5 } });
  expect(workFor('mine', { isRefresh: true }, turnNow)).toMatchObject({ isRefresh: true });
});

it('lets requests go first where no account is named', () => {
  expect(turnNow()).toEqual({ accountId: '', isRefresh: true });
});
