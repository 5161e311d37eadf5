import { expect, it } from 'vitest';
import { ServiceError } from '../../../src/service/core/errors.js';
import { errorLines } from '../../../src/service/http/error-lines.js';
import { serviceLog } from '../../../src/service/http/service-log.js';

function lines() {
  const written: string[] = [];
  let now = 0;
  const log = errorLines(
    serviceLog('info', (line) => written.push(line)),
    () => now,
  );
  return {
    log,
    later: (ms: number) => {
      now += ms;
    },
    read: () => written.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

const full = () =>
  new ServiceError('STORE_UNAVAILABLE', 'The disk is full.', { cause: new Error('no space') });

it('says what it can put in words without a stack, and faults of ours with one', () => {
  const { log, read } = lines();
  log.error({ err: full(), feed: 'f' }, 'feed was not stored');
  log.error({ err: new TypeError('x is undefined') }, 'feed was not stored');

  const [explained, fault] = read();
  const words = { code: 'STORE_UNAVAILABLE', reason: 'The disk is full.', cause: 'no space' };
  expect(explained).toMatchObject({ level: 'error', feed: 'f', ...words });
  expect(JSON.stringify(explained)).not.toContain('stack');
  expect(fault).toMatchObject({ err: { stack: expect.stringContaining('error-lines.test') } });
});

it('says once a minute that the database cannot be used, and how often it was so', () => {
  const { log, later, read } = lines();
  for (let times = 0; times < 100; times += 1) log.error({ err: full() }, 'nothing was claimed');
  log.warn({ err: full() }, 'leases could not be renewed');
  const first = read();
  expect(first.map(({ msg }) => msg)).toEqual([
    'nothing was claimed',
    'leases could not be renewed',
  ]);
  expect(first[0]).not.toHaveProperty('repeated');
  later(59_999);
  log.error({ err: full() }, 'nothing was claimed');
  expect(read()).toEqual([]);
  later(1);
  log.error({ err: full() }, 'nothing was claimed');
  log.error({ err: full() }, 'nothing was claimed');
  expect(read()).toMatchObject([{ msg: 'nothing was claimed', repeated: 100 }]);
});

it('leaves out nothing else', () => {
  const { log, read } = lines();
  const refused = new ServiceError('SOURCE_INVALID', 'It is no feed.');
  for (const err of [refused, refused, new Error('fault'), new Error('fault')]) {
    log.error({ err }, 'went wrong');
  }
  for (let times = 0; times < 3; times += 1) log.info({}, 'request');
  expect(read()).toHaveLength(7);
});
