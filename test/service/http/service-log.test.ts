import { describe, expect, it } from 'vitest';
import { serviceLog } from '../../../src/service/http/service-log.js';

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  serviceLog('info', (line) => lines.push(line)).info(fields, 'something happened');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

describe('the log of a service', () => {
  it('has the level in words, the time in ISO 8601, and what it was given', () => {
    expect(logged({ method: 'GET', status: 200 })).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'GET',
      status: 200,
      msg: 'something happened',
    });
  });

  it.each([
    { secret: 's_1' },
    { apiSecret: 's_1', status: 200 },
    { headers: { authorization: 'Bearer c_1:s_1' } },
    { req: { headers: { authorization: 's_1' } } },
    { webhook: { secret: 's_1' } },
    { err: Object.assign(new Error('no'), { password: 's_1' }) },
  ])('holds no secret: %j', (fields) => {
    const line = JSON.stringify(logged(fields));
    expect(line).not.toContain('s_1');
    expect(line).toContain('***');
  });

  it('says nothing below its level', () => {
    const lines: string[] = [];
    const log = serviceLog('warn', (line) => lines.push(line));
    log.info({}, 'detail');
    log.warn({}, 'worth a look');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['worth a look']);
  });
});
