import { refreshFeedsBodySchema } from '../../src/contract/refresh.js';
import { describeSchema } from '../support/describe-schema.js';

describeSchema(
  'the body of POST /v1/refresh',
  refreshFeedsBodySchema,
  [
    ['ids', { ids: ['a'] }],
    ['what is due', { due: true }],
    ['ids that are due', { ids: ['a'], due: true }],
    ['all', { all: true }],
    ['ids by age', { ids: ['a'], older_than_seconds: 0 }],
    ['the longest wait', { all: true, wait_seconds: 30 }],
    ['all, and not only what is due', { all: true, due: false }],
  ],
  [
    ['nothing', {}],
    ['nothing that is true', { due: false, all: false }],
    ['all and ids', { all: true, ids: ['a'] }],
    ['all and due', { all: true, due: true }],
    ['no ids', { ids: [] }],
    ['an age without ids', { due: true, older_than_seconds: 60 }],
    ['a negative age', { ids: ['a'], older_than_seconds: -1 }],
    ['too long a wait', { all: true, wait_seconds: 31 }],
  ],
);
