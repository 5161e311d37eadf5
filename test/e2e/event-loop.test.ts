import { existsSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { type Endpoint, endpoints } from '../../src/contract/index.js';
import { openService } from '../../src/service/app/service.js';
import { createWholeApp } from '../../src/service/app/whole-app.js';
import { dashboardPages } from '../../src/service/dashboard/pages.js';
import { startSourceServer } from '../support/source-server.js';
import { type Measured, measuredServer } from './event-loop/measured-server.js';
import { FEEDS, FILES, numberedFeed, PAGES, SHARE, TEXTS } from './event-loop/shapes.js';
import { Sandbox } from './sandbox.js';

/**
 * Longest piece of work of the main thread, in milliseconds of a core. A part of the text gets 200 ms at
 * least: garbage is collected in long pieces whatever the size, and where 12 processes share two cores,
 * each piece takes twice its 100 ms.
 */
const FULL_LIMIT_MS = 500;
const LIMIT_MS = FULL_LIMIT_MS * Math.max(Math.sqrt(SHARE), 0.4);

/** The shortest counts: garbage is collected in some of them, and a busy machine makes each longer. */
const ATTEMPTS = 8;

/** Every route of the service, as the program mounts them. */
async function routesOfService(): Promise<string[]> {
  const { http, close } = await openService({ databasePath: ':memory:' });
  const routes = [...createWholeApp(http).routes, ...dashboardPages(http).routes];
  await close();
  const exact = routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'));
  return [...new Set(exact.map(({ method, path }) => `${method} ${path}`))];
}

/** How requests to a route are made; a route of no kind fails. */
const KINDS = [
  ['read', /^(?:GET|OPTIONS) \//],
  ['json', /^(?:POST|PUT|PATCH|DELETE) \/v1\//],
  ['form', /^POST \/(?:dashboard|websub)(?:\/|$)/],
] as const;

/** Endpoints that read a body. */
const takesBody = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ body }) => body !== undefined)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Routes that end something that others need are asked last. */
const ENDS = /^DELETE|\/(?:delete|revoke|sign-out|off|remove)$/;

const WORDS = encodeURIComponent(
  `"${Array.from({ length: 29 }, () => 'the quick').join(' ')} the"`,
);
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'GET /v1/items': [`search=${WORDS}`, `search=the&limit=500`, 'sort=date&limit=500'],
  'GET /v1/feeds': [`search=${WORDS}`, 'limit=100&sort=title'],
  'GET /v1/feeds/:id': ['limit=100&sort=date'],
  'GET /v1/bundles/:id': ['limit=100&sort=date'],
};

/** Bodies that no endpoint takes, or that each reads to its end. */
const FILTERS = {
  exclude: Array.from({ length: 100 }, () => `/(a|b|the)*${'x?'.repeat(40)}quick$/i`),
};
const BODIES: readonly string[] = [
  TEXTS.json,
  JSON.stringify(
    Object.fromEntries(Array.from({ length: 50_000 * SHARE }, (_, at) => [`field${at}`, at])),
  ),
  ...[TEXTS.brackets, TEXTS.words, TEXTS.lines].map((text) =>
    JSON.stringify({ ...{ url: text, name: text.slice(0, 50_000) }, title: text.slice(0, 50_000) }),
  ),
  JSON.stringify({ filters: FILTERS }),
  JSON.stringify({
    url: 'https://example.com/',
    selectors: { items: ':is(*,'.repeat(9000 * SHARE) },
  }),
  JSON.stringify({
    ids: Array.from({ length: 45_000 * SHARE }, (_, at) => `${at}`.padStart(16, 'x')),
  }),
];
const FIELDS = ['url', 'title', 'name', 'filters', 'content', 'include', 'feed', 'text', 'query'];

/** Every field full of a text, so that the form as it is sent is no larger than requests may be. */
function fullForm(text: string): Record<string, string> {
  const sent = new URLSearchParams({ text }).toString().length / text.length;
  const value = text.slice(0, text.length / sent / FIELDS.length);
  return Object.fromEntries(FIELDS.map((field) => [field, value]));
}

it('no endpoint and no page keeps the event loop busy, whatever it is given', {
  tags: 'slow',
  timeout: 1_800_000,
}, async ({ skip }) => {
  const isCounted = existsSync('/proc/self/schedstat');
  skip(!isCounted, 'the kernel of this machine does not count the time of a thread');
  const sandbox = new Sandbox({ FEEDCTL_HOST_INTERVAL: '0', FEEDCTL_HOST_CONCURRENCY: '8' });
  const { id: key, secret } = (await sandbox.json('keys', 'create', '--name', 'k')) as Created;
  const server = await measuredServer(sandbox);
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  let fetches = 0;
  const serve = (path: string, type: string, text: string) =>
    sources.on(path, (_, response) => {
      response.setHeader('Content-Type', type);
      fetches += 1;
      response.end(text.replaceAll('{fetch}', `${fetches}`));
    });
  for (const [name, text] of Object.entries(PAGES)) serve(`/page/${name}`, 'text/html', text);
  for (const [name, text] of Object.entries(FEEDS)) {
    serve(`/feed/${name}`, 'application/rss+xml', text);
  }

  const slow: string[] = [];
  const broken: string[] = [];
  let longest = 0;
  /** The request that took longest of those with the shortest time. */
  async function measure(
    what: string,
    send: (attempt: number) => Promise<Measured>,
    limitMs = LIMIT_MS,
  ) {
    let best = await send(0);
    for (let attempt = 1; attempt < ATTEMPTS && best.longestMs > limitMs; attempt += 1) {
      const again = await send(attempt);
      if (again.longestMs < best.longestMs) best = again;
    }
    longest = Math.max(longest, best.longestMs);
    if (best.longestMs > limitMs) slow.push(`${what}: ${Math.round(best.longestMs)} ms`);
    if (best.status === 500) broken.push(`${what}: ${best.text.slice(0, 200)}`);
    return best;
  }
  const headers = {
    Authorization: `Bearer ${key}:${secret}`,
    'Content-Type': 'application/json',
  };
  const asked = (method: string, path: string, body?: string) =>
    [method, path, { headers, ...(body !== undefined && { body }) }] as const;
  const call = (...what: Parameters<typeof asked>) => server.send(...asked(...what));
  const create = async (path: string, body: object) =>
    JSON.parse((await call('POST', path, JSON.stringify(body))).text) as Created;

  // The sources.
  const feeds: string[] = [];
  const shapes = [
    ...Object.keys(FEEDS).map((name) => `feed/${name}`),
    ...Object.keys(PAGES).map((name) => `page/${name}`),
  ];
  for (const shape of shapes) {
    const modes = shape.startsWith('page/') ? [{}, { mode: 'changes' }] : [{}];
    for (const mode of modes) {
      const made = await measure(`POST /v1/feeds ${shape} ${Object.values(mode)}`, (attempt) =>
        call(
          'POST',
          '/v1/feeds',
          JSON.stringify({ url: `${sources.origin}/${shape}?${attempt}`, ...mode }),
        ),
      );
      if (made.status < 300) feeds.push((JSON.parse(made.text) as Created).id);
    }
    await measure(`POST /v1/preview ${shape}`, () =>
      call(
        'POST',
        '/v1/preview',
        JSON.stringify({ url: `${sources.origin}/${shape}`, explain: true }),
      ),
    );
  }
  for (const id of feeds) {
    await measure(`POST /v1/feeds/:id/refresh ${id}`, () =>
      call('POST', `/v1/feeds/${id}/refresh`),
    );
  }

  // Comparing replaced entries with all stored items: one large feed, and many at the same time.
  for (const [count, entries, limitMs] of [
    [1, 2000, FULL_LIMIT_MS],
    [24, 2000 * SHARE, LIMIT_MS],
  ] as const) {
    serve(`/numbered/${count}`, 'application/rss+xml', numberedFeed(entries));
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const url = `${sources.origin}/numbered/${count}?${at}`;
      ids.push((await create('/v1/feeds', { url })).id);
    }
    const refreshAll = async () => {
      const all = ids.map((id) => server.request(...asked('POST', `/v1/feeds/${id}/refresh`)));
      return (await Promise.all(all))[0] as Awaited<(typeof all)[number]>;
    };
    const what = `${count} feeds of ${entries} entries refreshed at once`;
    await measure(what, () => server.measured(refreshAll), limitMs);
  }

  // What the paths name.
  const bundle = await create('/v1/bundles', { name: 'B', feeds });
  const webhook = await create('/v1/webhooks', { url: 'https://hooks.example.com/' });
  const account = await create('/v1/accounts', { name: 'other' });
  const theirKey = await create(`/v1/accounts/${account.id}/keys`, { name: 'k' });
  const names: Record<string, string> = {
    feeds: feeds[3] ?? '',
    bundles: bundle.id,
    webhooks: webhook.id,
    accounts: account.id,
    keys: (await create('/v1/keys', { name: 'another' })).id,
  };

  // A visitor of the dashboard.
  const cookies = new Map<string, string>();
  let token = '';
  async function visit(method: string, path: string, body?: URLSearchParams | FormData) {
    const page = await server.send(method, path, {
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Origin: server.url,
      },
      ...(body !== undefined && { body }),
    });
    for (const line of page.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? token;
    return page;
  }
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({ form_token: token, ...fields });
  await visit('GET', '/dashboard/sign-in');
  await visit('POST', '/dashboard/sign-in', form({ api_key: key, api_secret: secret }));
  const first = await visit('GET', '/dashboard/items');
  expect(first.status).toBe(200);
  const place = /feeds\/(\w+)\/items\/([^"?#]+)/.exec(first.text);
  for (const shape of shapes.filter((name) => name.startsWith('page/'))) {
    const url = `${sources.origin}/${shape}?new`;
    const sent = await measure(`POST /dashboard/feeds/new ${shape}`, () =>
      visit('POST', '/dashboard/feeds/new', form({ url })),
    );
    const found = `/dashboard/${sent.location.replace(/^.*\/dashboard\//, '')}`;
    await measure(`GET /dashboard/feeds/new ${shape}`, (attempt) =>
      visit('GET', attempt === 0 ? found : found.replaceAll('new', `new${attempt}`)),
    );
  }
  for (const [name, text] of Object.entries(FILES)) {
    const planned = await measure(`POST /dashboard/transfer ${name}`, () => {
      const file = new FormData();
      file.set('form_token', token);
      file.set('file', new File([text], name));
      return visit('POST', '/dashboard/transfer', file);
    });
    const [, task] = /tasks\/(\w+)/.exec(planned.location + planned.text) ?? [];
    if (task === undefined) continue;
    names.tasks ??= task;
    await measure(`GET /dashboard/tasks/:id ${name}`, () =>
      visit('GET', `/dashboard/tasks/${task}`),
    );
  }

  // Every route.
  const routes = await routesOfService();
  const ends = (route: string) => Number(ENDS.test(route));
  for (const route of routes.toSorted((a, b) => ends(a) - ends(b))) {
    const kind = KINDS.find(([, pattern]) => pattern.test(route))?.[0];
    expect(kind, `${route} is of no kind: add how it is given its worst document`).toBeDefined();
    const [method = '', pattern = ''] = route.split(' ');
    const files = ['xml', 'atom', 'json', 'csv', 'html'].flatMap((format) =>
      [names.feeds, bundle.id].map((id) => `${id}.${format}`),
    );
    const path = pattern
      .replace(':keyId', theirKey.id)
      .replace(':feedId', names.feeds ?? '')
      .replace(':place', place?.[2] ?? '0')
      .replace(
        /(\w+)(\/):id/,
        (_, noun: string, slash: string) => `${noun}${slash}${names[noun] ?? 'x'}`,
      );
    const isPage = pattern.startsWith('/dashboard');
    const paths = path.includes(':file')
      ? files.map((file) => path.replace(':file', file))
      : [path];
    for (const each of paths) {
      const queries = QUERIES[route] ?? (isPage ? [`q=${WORDS}&search=${WORDS}&tag=the`] : []);
      if (kind === 'read') {
        for (const query of ['', ...queries.map((query) => `?${query}`)]) {
          const read = () => (isPage ? visit(method, each + query) : call(method, each + query));
          await measure(`${route} ${each} ${query.slice(0, 30)}`, read);
        }
      } else if (kind === 'json') {
        for (const [index, body] of (takesBody.has(route) ? BODIES : [undefined]).entries()) {
          await measure(`${route} body ${index}`, () => call(method, each, body));
        }
      } else {
        for (const text of [TEXTS.brackets, TEXTS.words]) {
          const what = `${route} ${text.slice(0, 3)}`;
          const sent = await measure(what, () => visit(method, each, form(fullForm(text))));
          expect(sent.status, `${what} was not read`).not.toBe(413);
        }
      }
    }
  }
  // The probe has measured something.
  expect(longest).toBeGreaterThan(10);
  expect(broken).toEqual([]);
  expect(slow).toEqual([]);
});

interface Created {
  id: string;
  secret: string;
}
