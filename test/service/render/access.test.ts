import type { IncomingMessage, RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { requestAccess } from '../../../src/service/fetch/index.js';
import { createRenderer, type Renderer } from '../../../src/service/render/renderer.js';
import { chromiumPath, noSandbox } from '../../support/chromium.js';
import { type LoopbackServer, startServer } from '../../support/loopback-server.js';

const ACCESS = {
  headers: { 'X-Token': 'token' },
  cookie: 'session=secret',
  basic_auth: 'anna:pass',
  user_agent: 'Reader/1.0',
};
const AUTHORIZATION = `Basic ${Buffer.from('anna:pass').toString('base64')}`;

let renderer: Renderer;
const open: LoopbackServer[] = [];
/** Path of each request and whether it carried anything of the source. */
let seen: [path: string, headers: IncomingMessage['headers']][] = [];

beforeAll(async () => {
  renderer = createRenderer({
    browserPath: await chromiumPath(),
    noSandbox,
    policy: () => null,
    resolve: async () => ['127.0.0.1'],
    hostIntervalMs: 0,
  });
});
afterEach(async () => {
  seen = [];
  await Promise.all(open.splice(0).map((server) => server.close()));
});
afterAll(() => renderer.close());

async function site(handler: RequestListener): Promise<LoopbackServer> {
  const server = await startServer((request, response) => {
    seen.push([request.url ?? '', request.headers]);
    response.setHeader('access-control-allow-origin', '*');
    handler(request, response);
  });
  open.push(server);
  return server;
}

const page = (script: string) => `<body><p>page</p><script>${script}</script></body>`;
const isSecret = (headers: IncomingMessage['headers']) =>
  'x-token' in headers || 'authorization' in headers || headers.cookie?.includes('secret') === true;
const secretPaths = () => seen.filter(([, headers]) => isSecret(headers)).map(([path]) => path);

it('sends the headers of a source with the page and its requests for the same origin only', async () => {
  const other = await site((request, response) => {
    if (request.url === '/away') {
      response.writeHead(302, { location: `${own.origin}/returned` }).end();
    } else response.end('elsewhere');
  });
  const own = await site((request, response) => {
    if (request.url === '/hop') {
      response.writeHead(302, { location: `${other.origin}/redirected` }).end();
    } else if (request.url === '/data') response.end('data');
    else {
      response.setHeader('content-type', 'text/html').end(
        page(`(async () => {
          const data = await (await fetch('/data')).text();
          for (const url of ['/hop', '${other.origin}/direct', '${other.origin}/away']) {
            await fetch(url).catch(() => undefined);
          }
          document.body.append(data);
        })()`),
      );
    }
  });

  const access = requestAccess(`${own.origin}/`, ACCESS);
  const { html } = await renderer.render(`${own.origin}/start`, { access });
  expect(html).toContain('data');

  expect(seen[0]).toMatchObject([
    '/start',
    {
      'x-token': 'token',
      cookie: 'session=secret',
      authorization: AUTHORIZATION,
      'user-agent': 'Reader/1.0',
    },
  ]);
  expect(seen.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/redirected', '/direct', '/away', '/returned']),
  );
  expect(secretPaths()).toEqual(['/start', '/data', '/hop']);
});

it('sends nothing more once the page has left its origin', async () => {
  const other = await site((_, response) => {
    response.setHeader('content-type', 'text/html').end(
      page(`fetch('${own.origin}/asked').catch(() => undefined)
        .then(() => document.body.append('asked'))`),
    );
  });
  const own = await site((request, response) => {
    if (request.url === '/start') response.writeHead(302, { location: `${other.origin}/` }).end();
    else response.end('own');
  });

  const access = requestAccess(`${own.origin}/`, ACCESS);
  const { html } = await renderer.render(`${own.origin}/start`, { access });
  expect(html).toContain('asked');
  expect(seen.map(([path]) => path)).toContain('/asked');
  expect(secretPaths()).toEqual(['/start']);
});

it('renders a page through the proxy of its feed', async () => {
  const proxy = await site((_, response) => {
    response.setHeader('content-type', 'text/html').end('<p>through the proxy</p>');
  });
  const access = requestAccess('http://inside.test/', { proxy: proxy.origin });
  const { html } = await renderer.render('http://inside.test/', { access });
  expect(html).toContain('through the proxy');
  expect(seen.map(([path]) => path)).toContain('http://inside.test/');
});
