import { expect, it } from 'vitest';
import { BELIEVED, CONFIDENCE } from '../../../src/generator/survey/weights.js';

it('how far something is believed is a share', () => {
  for (const [name, share] of Object.entries({ ...CONFIDENCE, BELIEVED })) {
    expect([name, share > 0 && share < 1]).toEqual([name, true]);
  }
});
