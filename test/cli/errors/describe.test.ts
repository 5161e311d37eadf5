import { expect, describe as group, it } from 'vitest';
import { describe } from '../../../src/cli/errors/describe.js';
import type { ApiErrorFacts } from '../../../src/client/errors.js';
import { refusal } from '../../support/api-error.js';

const refused = (facts: Partial<ApiErrorFacts>) => describe(refusal({ status: 502, ...facts }));

group('an answer of the service', () => {
  it('has its beginning as detail, unless that is a page for browsers', () => {
    expect(refused({ bodyStart: 'upstream is down' }).detail).toBe('upstream is down');
    expect(refused({ bodyStart: '\n <html><body>' })).not.toHaveProperty('detail');
    expect(refused({})).not.toHaveProperty('detail');
  });

  it('has the code of its status where it names none', () => {
    expect(refused({}).code).toBe('HTTP_502');
  });

  it('has the identifier of the request only when there is one', () => {
    expect(refused({ requestId: 'r-1' }).requestId).toBe('r-1');
    expect(refused({})).not.toHaveProperty('requestId');
  });
});

group('what nobody expected', () => {
  it('is said to be a bug, with what shows its place', () => {
    expect(describe(new TypeError('x is not a function'))).toMatchObject({
      message: 'x is not a function',
      code: 'UNEXPECTED',
      exitCode: 1,
      hint: expect.stringContaining('--debug'),
    });
  });
});
