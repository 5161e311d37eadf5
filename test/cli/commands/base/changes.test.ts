import { expect, it } from 'vitest';
import { refuseNoChanges } from '../../../../src/cli/commands/base/changes.js';

it('no change is refused with two flags that make one', () => {
  const values = { title: undefined, name: undefined, every: undefined };
  expect(() => refuseNoChanges(values, 'feeds update')).toThrow(
    expect.objectContaining({
      message: 'Nothing to change.',
      hint: 'For example: --title TEXT, --name NAME. All: feedctl help feeds update',
    }),
  );
  expect(() => refuseNoChanges({ ...values, title: '' }, 'feeds update')).not.toThrow();
});
