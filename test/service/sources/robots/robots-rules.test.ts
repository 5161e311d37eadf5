import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetcher } from '../../../../src/service/fetch/index.js';
import {
  createRobotsRules,
  ignoredRobots,
} from '../../../../src/service/sources/robots/robots-rules.js';
import { ManualClock } from '../../../support/clock.js';
import { serveDocuments, startServer } from '../../../support/loopback-server.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

async function rulesOf(robots: string | RequestListener) {
  const clock = new ManualClock();
  const server = await (typeof robots === 'string'
    ? serveDocuments({ '/robots.txt': robots })
    : startServer(robots));
  const fetcher = createFetcher({ allowPrivateNetworks: true, clock });
  open.push(server, fetcher);
  const rules = createRobotsRules({ fetcher, clock });
  return { server, clock, rules, at: (path: string) => rules.check(server.origin + path) };
}

const failure = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe('the rules of a site', () => {
  it('hold for its pages, and the refusal names the line and the ways out', async () => {
    const { at, rules, server } = await rulesOf(
      'User-agent: *\nDisallow: /private\nAllow: /private/news\nDisallow: /*.php$\n',
    );
    await at('/');
    await at('/private/news?page=2');
    await at('/a.php?x');
    await expect(at('/private/list')).rejects.toEqual(
      failure(
        'ROBOTS_DISALLOWED',
        /private\/list \(robots\.txt, line 2\).*FEEDCTL_IGNORE_ROBOTS=1/,
      ),
    );
    await expect(at('/a.php')).rejects.toEqual(failure('ROBOTS_DISALLOWED', /line 4/));
    expect(await rules.allows(`${server.origin}/private/list`)).toBe(false);
    expect(await rules.allows(`${server.origin}/other`)).toBe(true);
  });

  it.each([
    ['', '/news', true],
    ['User-agent: *\nDisallow: /', '/news', false],
    ['User-agent: other\nDisallow: /', '/news', true],
    ['User-agent: other\nUser-agent: *\nDisallow: /', '/news', false],
    ['User-agent: *\nDisallow: /*?sort=', '/news?sort=1', false],
    ['\uFEFFUser-agent: *\nDisallow: /news', '/news', false],
    ['user-AGENT : *\r\ndisallow : /news # all of it', '/news/1', false],
  ])('%j and %s: %s', async (text, path, allowed) => {
    const { rules, server } = await rulesOf(text);
    expect(await rules.allows(server.origin + path)).toBe(allowed);
  });

  it('that name feedctl go before those for all', async () => {
    const { at } = await rulesOf(
      'User-agent: *\nDisallow: /\n\nUser-agent: FeedCtl\nDisallow: /drafts\n',
    );
    await at('/news');
    await expect(at('/drafts/1')).rejects.toEqual(failure('ROBOTS_DISALLOWED', /./));
  });

  it('are asked for once a day, and at once only once', async () => {
    const { at, server, clock } = await rulesOf('User-agent: *\nDisallow: /x\n');
    await Promise.all([at('/1'), at('/2'), at('/3')]);
    clock.advance(86_399_999);
    await at('/4');
    expect(server.requests).toEqual(['/robots.txt']);
    clock.advance(1);
    await at('/5');
    expect(server.requests).toEqual(['/robots.txt', '/robots.txt']);
  });

  it.each([
    ['absent', 404, 'nothing here'],
    ['forbidden', 403, 'User-agent: *\nDisallow: /'],
    ['an error page with status 200', 200, '<!doctype html><h1>Oops</h1><p>Disallow: /'],
    ['empty', 200, ''],
  ])('%s: everything is allowed', async (_, status, body) => {
    const { at } = await rulesOf((_request, response) => response.writeHead(status).end(body));
    await at('/anything');
  });

  it('that cannot be read now allow nothing now, and are asked for again soon', async () => {
    let status = 503;
    const { at, clock, rules, server } = await rulesOf((_request, response) =>
      response.writeHead(status).end(''),
    );
    await expect(at('/')).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /robots\.txt answered HTTP 503.*Try again later/),
    );
    expect(await rules.allows(`${server.origin}/`)).toBe(false);
    status = 200;
    await expect(at('/')).rejects.toEqual(failure('SOURCE_UNREACHABLE', /503/));
    clock.advance(600_000);
    await at('/');
  });

  it('beyond 500 kB do not count', async () => {
    const { at } = await rulesOf(`${'# filling\n'.repeat(52_000)}User-agent: *\nDisallow: /\n`);
    await at('/');
  });
});

describe('the request for the rules of a site', () => {
  /** Rules of a site that answers so, without a server. */
  function answering(status: number, text = '') {
    const asked: [string, object | undefined][] = [];
    const fetcher = {
      async fetch(address: string, options?: object) {
        asked.push([address, options]);
        return { status, body: { bytes: Buffer.from(text) }, headers: {} } as never;
      },
    };
    return { asked, rules: createRobotsRules({ fetcher, clock: new ManualClock() }) };
  }
  const ALL = 'User-agent: *\nDisallow: /';

  it.each([
    [199, true],
    [200, false],
    [299, false],
    [300, true],
    [428, true],
    [429, 'Try again later'],
    [430, true],
    [499, true],
    [500, 'Try again later'],
  ])('answered with %i means: %s', async (status, allowed) => {
    const { rules } = answering(status, ALL);
    expect(await rules.allows('https://a.test/')).toBe(allowed === true);
    const check = rules.check('https://a.test/');
    if (allowed === true) await check;
    else await expect(check).rejects.toThrow(allowed === false ? 'ROBOTS' : allowed);
  });

  it('needs no wait of its own', async () => {
    const { rules, asked } = answering(200);
    await rules.allows('https://a.test/page');
    const options = { accept: 'text/plain', anyStatus: true, isBurst: true };
    expect(asked).toEqual([['https://a.test/robots.txt', options]]);
  });

  it.each([
    [512_000, false],
    [512_001, true],
  ])('reads rules that end at byte %i', async (end, allowed) => {
    const { rules } = answering(200, `${'#'.repeat(end - ALL.length - 1)}\n${ALL}`);
    expect(await rules.allows('https://a.test/')).toBe(allowed);
  });

  it('is made again after 500 other sites', async () => {
    const { rules, asked } = answering(200);
    const ask = (site: number) => rules.allows(`https://${site}.test/`);
    for (let site = 0; site < 500; site += 1) await ask(site);
    await ask(0);
    expect(asked).toHaveLength(500);
    await ask(500);
    await ask(0);
    expect(asked).toHaveLength(502);
  });
});

it('rules that are ignored allow everything', async () => {
  await ignoredRobots.check('https://a.test/');
  expect(await ignoredRobots.allows('https://a.test/')).toBe(true);
});
