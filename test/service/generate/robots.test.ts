import { describe, expect, it } from 'vitest';
import { createRobotsGate, isAllowedByRobots } from '../../../src/service/generate/robots.js';

const URL_ = 'https://a.test/robots.txt';

describe('robots.txt', () => {
  it.each([
    ['', '/news', true],
    ['User-agent: *\nDisallow: /', '/news', false],
    ['User-agent: *\nDisallow: /private\nAllow: /private/news', '/private/news/1', true],
    ['User-agent: feedctl\nDisallow: /news\n\nUser-agent: *\nAllow: /', '/news', false],
    ['User-agent: other\nDisallow: /', '/news', true],
    ['User-agent: *\nDisallow: /*?sort=', '/news?sort=1', false],
    ['<html><title>Not found</title>', '/news', true],
  ])('%j and %s', (text, path, allowed) => {
    expect(isAllowedByRobots(URL_, text, `https://a.test${path}`)).toBe(allowed);
  });

  function gate(answer: () => { status: number; body: string } | null) {
    const state = { asked: 0, now: 0 };
    const made = createRobotsGate(
      async () => {
        state.asked += 1;
        return answer();
      },
      { now: () => state.now },
    );
    return { state, gate: made };
  }

  it('is asked for once a day and origin', async () => {
    const { state, gate: robots } = gate(() => ({
      status: 200,
      body: 'User-agent: *\nDisallow: /x',
    }));
    await robots.check('https://a.test/y');
    await expect(robots.check('https://a.test/x')).rejects.toMatchObject({
      code: 'ROBOTS_DISALLOWED',
    });
    expect(state.asked).toBe(1);
    await robots.check('https://b.test/y');
    expect(state.asked).toBe(2);
    state.now = 25 * 3_600_000;
    await robots.check('https://a.test/y');
    expect(state.asked).toBe(3);
  });

  it('allows where there is none, and asks again soon where there was no answer', async () => {
    const missing = gate(() => ({ status: 404, body: 'User-agent: *\nDisallow: /' }));
    await missing.gate.check('https://a.test/x');
    const silent = gate(() => null);
    await silent.gate.check('https://a.test/x');
    silent.state.now = 2 * 3_600_000;
    await silent.gate.check('https://a.test/x');
    expect(silent.state.asked).toBe(2);
  });
});
