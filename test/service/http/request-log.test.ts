import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../src/service/http/server.js';
import { serviceLog } from '../../../src/service/http/service-log.js';
import { send } from '../../support/send.js';
import { startServed } from '../../support/served.js';
import { heldBack } from './held-back.js';

interface Line {
  level: string;
  msg: string;
  requestId?: string;
  path?: string;
}

/** A log in memory, and a promise of the line that a test waits for. */
function capturedLog() {
  const lines: Line[] = [];
  const waiting: [(line: Line) => boolean, (line: Line) => void][] = [];
  const logger = serviceLog('info', (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    for (const [wanted, resolve] of waiting) if (wanted(line)) resolve(line);
  });
  const line = (wanted: (line: Line) => boolean) =>
    new Promise<Line>((resolve) => {
      const known = lines.find(wanted);
      if (known !== undefined) resolve(known);
      else waiting.push([wanted, resolve]);
    });
  return { logger, lines, line };
}

describe('the log of serve', () => {
  it('has a line a request, with its id and without secrets', async () => {
    const { logger, lines, line } = capturedLog();
    const { url } = await startServed({ logger });
    const answer = await send(`${url}/v1/feeds?token=in-query`, {
      headers: { Authorization: 'Bearer c_key:in-header', 'X-Request-Id': 'from-proxy-1' },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers['x-request-id']).toBe('from-proxy-1');
    expect(await line(({ requestId }) => requestId === 'from-proxy-1')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      requestId: 'from-proxy-1',
      method: 'GET',
      path: '/v1/feeds',
      status: 401,
      ms: expect.any(Number),
      msg: 'request',
    });
    expect(JSON.stringify(lines)).not.toMatch(/in-query|in-header/);
  });

  it('tells when a client went away before its answer', async () => {
    const { logger, line } = capturedLog();
    const { fetch, arrival, release } = heldBack();
    const server = await startServer({ host: '127.0.0.1', port: 0, fetch, logger });
    onTestFinished(() => server.stop(0));
    const leaving = request(`${server.url}/slow`).end();
    leaving.once('error', () => undefined);
    await arrival;
    leaving.destroy();
    expect(await line(({ path }) => path === '/slow')).toMatchObject({
      level: 'warn',
      msg: 'request cut off',
    });
    release();
  });

  it('masks secrets that somebody puts into a line after all', () => {
    const lines: string[] = [];
    const logger = serviceLog('info', (line) => lines.push(line));
    logger.error(
      { headers: { authorization: 'Bearer a:b' }, key: { apiSecret: 's_1' }, secret: 's_2' },
      'failed',
    );
    expect(lines.join()).not.toMatch(/Bearer|s_1|s_2/);
  });
});
