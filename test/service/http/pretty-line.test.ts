import { expect, it } from 'vitest';
import { prettyLine, serviceLog } from '../../../src/service/http/service-log.js';

const time = '2026-01-31T08:30:01.123Z';

it('shows a request in a line', () => {
  const fields = { requestId: 'r', method: 'GET', path: '/v1/feeds', status: 200, ms: 1.5 };
  expect(prettyLine(JSON.stringify({ level: 'info', time, ...fields, msg: 'request' }))).toBe(
    '08:30:01 GET /v1/feeds 200 1.5 ms\n',
  );
});

it('shows the level of what is wrong, and every field', () => {
  const line = {
    level: 'warn',
    time,
    feedId: 'a',
    error: { code: 'X' },
    none: null,
    msg: 'failed',
  };
  expect(prettyLine(JSON.stringify(line))).toBe(
    '08:30:01 WARN failed feedId=a error={"code":"X"}\n',
  );
});

it('sends no control character to a terminal', () => {
  const line = { level: 'info', time, title: '\u001b[31mred\n\u009b\u202e', msg: 'x' };
  expect(prettyLine(JSON.stringify(line))).toBe('08:30:01 x title= [31mred   \n');
});

it('is written by the log of a service, without its secrets', () => {
  const lines: string[] = [];
  serviceLog('info', { format: 'pretty', write: (line) => lines.push(line) }).warn(
    { secret: 's_1' },
    'odd',
  );
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d WARN odd secret=\*\*\*\n$/)]);
});
