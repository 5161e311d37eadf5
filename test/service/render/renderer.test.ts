import { createSocket } from 'node:dgram';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressPolicy } from '../../../src/service/fetch/index.js';
import {
  createRenderer,
  type Renderer,
  type RendererOptions,
} from '../../../src/service/render/renderer.js';
import { chromiumPath, noSandbox } from '../../support/chromium.js';
import { freePort } from '../../support/free-port.js';
import { type LoopbackServer, startServer } from '../../support/loopback-server.js';

/** One loopback address plays the internet; everything else on this machine is to stay private. */
const PUBLIC = '127.0.0.1';
const SECRET = '127.0.0.2';
const strict = addressPolicy({ allowPrivateNetworks: false });
const policy = (address: string) => (address === PUBLIC ? null : strict(address));

let browserPath: string;
let renderer: Renderer;
/** With limits that its pages run into. */
let limited: Renderer;
let secret: LoopbackServer;
const open: Array<{ close(): Promise<void> }> = [];
/** What `rebind.test` was each time it was looked up. */
const rebound: string[] = [];

function rendererFor(options: Partial<RendererOptions> = {}): Renderer {
  return createRenderer({
    browserPath,
    noSandbox,
    policy,
    resolve,
    ...options,
  });
}

async function resolve(name: string): Promise<string[]> {
  if (name !== 'rebind.test') return [name.startsWith('secret') ? SECRET : PUBLIC];
  rebound.push(rebound.length === 0 ? PUBLIC : SECRET);
  return rebound.slice(-1);
}

beforeAll(async () => {
  browserPath = await chromiumPath();
  secret = await startServer(
    (_request, response) => {
      response.setHeader('access-control-allow-origin', '*').end('the secret');
    },
    SECRET,
    // Another server of this file takes the same port of another address.
    await freePort(),
  );
  // A page of megabytes takes its time on a busy machine.
  renderer = rendererFor({ limits: { pageMs: 60_000 } });
  limited = rendererFor({ limits: { wireBytes: 1_000_000, requests: 200 } });
  open.push(renderer, limited, secret);
});
afterAll(async () => {
  await Promise.all(open.map((thing) => thing.close()));
});

async function site(handler: RequestListener | string): Promise<LoopbackServer & { url: string }> {
  const server = await startServer(
    typeof handler === 'string'
      ? (_request, response) =>
          response.setHeader('content-type', 'text/html; charset=utf-8').end(handler)
      : handler,
    PUBLIC,
  );
  open.push(server);
  return { ...server, url: `http://site.test:${server.port}/` };
}

/**
 * A page whose script reports what became of an attempt, as text in the document, which does not
 * come to rest before that.
 */
const attempt = (
  script: string,
) => `<!doctype html><body><p id=out>nothing</p><p id=clock></p><script>
  const clock = document.getElementById('clock');
  const ticking = setInterval(() => clock.append('.'), 50);
  const report = (text) => {
    clearInterval(ticking);
    document.getElementById('out').textContent = text;
  };
  (async () => { ${script} })().then(() => report('through'), (e) => report('refused: ' + e));
</script>`;

const failure = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

// A page takes a second of waiting: those of a group wait together, two at once.
describe.concurrent('a page that builds itself', () => {
  it('is read as it is after its scripts have run', async () => {
    const shell = `<!doctype html><title>Shell</title><div id=root></div><script>
      fetch('/api/news').then((r) => r.json()).then((list) => {
        document.getElementById('root').innerHTML =
          '<ul>' + list.map((n) => '<li><a href="/n/' + n.id + '">' + n.title + '</a>').join('') + '</ul>';
      });
    </script>`;
    const { url } = await site((request, response) => {
      if (request.url === '/api/news') {
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify([
            { id: 1, title: 'Erste' },
            { id: 2, title: 'Zweite' },
          ]),
        );
      } else response.setHeader('content-type', 'text/html').end(shell);
    });
    const page = await renderer.render(url);
    expect(page.url).toBe(url);
    expect(page.html).toMatch(/^<!DOCTYPE html><html>/);
    expect(page.html).toContain('<li><a href="/n/1">Erste</a></li><li><a href="/n/2">Zweite</a>');
  });

  it('tells the final address, and waits for the document a script goes on to', async () => {
    const { url, port } = await site((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.url === '/') response.writeHead(302, { location: '/moved' }).end();
      else if (request.url === '/moved') response.end('<script>location.href="/final"</script>');
      else response.end('<h1>arrived</h1>');
    });
    const page = await renderer.render(url);
    expect(page.url).toBe(`http://site.test:${port}/final`);
    expect(page.html).toContain('arrived');
  });
});

describe('what a page may not reach', () => {
  let packets = 0;
  let connections = 0;
  const udp = createSocket('udp4', () => {
    packets += 1;
  });
  beforeAll(async () => {
    secret.server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => udp.bind(secret.port, SECRET, resolve));
  });
  afterAll(() => udp.close());

  /** `SECRET` in a script stands for host and port of the private server. */
  const attempts: ReadonlyArray<readonly [name: string, script: string]> = [
    ['fetch of a private address', "await fetch('http://SECRET/')"],
    ['fetch of a private name', "await fetch('http://secret.test:PORT/')"],
    ['fetch of a number that is a private address', "await fetch('http://2130706434:PORT/')"],
    ['fetch over TLS', "await fetch('https://SECRET/')"],
    [
      'a fetch that does not wait for an answer',
      // The refusal of the proxy may count as an answer.
      "await fetch('http://SECRET/', { mode: 'no-cors' }); throw 'opaque'",
    ],
    [
      'WebSocket',
      "const s = new WebSocket('ws://SECRET/'); await new Promise((y, n) => { s.onopen = y; s.onerror = () => n('error'); })",
    ],
    [
      'event stream',
      "const s = new EventSource('http://SECRET/'); await new Promise((y, n) => { s.onopen = y; s.onerror = () => n('error'); })",
    ],
    [
      'fetch from a worker',
      "const w = new Worker(URL.createObjectURL(new Blob([\"fetch('http://SECRET/').then(() => postMessage(1), () => postMessage(0))\"]))); await new Promise((y, n) => { w.onmessage = (e) => e.data ? y() : n('error'); })",
    ],
    [
      'frame',
      "const f = document.createElement('iframe'); f.src = 'http://SECRET/'; document.body.append(f); await new Promise((r) => { f.onload = r; }); f.contentDocument.body.innerText; throw 'unread'",
    ],
    ['beacon', "navigator.sendBeacon('http://SECRET/', 'x'); throw 'unanswered'"],
    [
      'WebRTC over UDP and TCP',
      `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:SECRET' },
         { urls: ['turn:SECRET', 'turn:SECRET?transport=tcp'], username: 'u', credential: 'c' }] });
       p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer());
       await new Promise((r) => { p.onicecandidate = (e) => e.candidate === null && r(); });
       throw 'no candidate: ' + /candidate/.test(p.localDescription.sdp)`,
    ],
    ['WebTransport', "const t = new WebTransport('https://SECRET/'); await t.ready"],
  ];

  it('whatever it tries', async () => {
    const scripts = attempts.map(([name, script]) => {
      const aimed = script.replaceAll('SECRET', `${SECRET}:${secret.port}`);
      return `try { ${aimed.replaceAll('PORT', String(secret.port))}; through.push('${name}'); } catch {}`;
    });
    // In blocks of their own: they use the same names.
    const { url } = await site(
      attempt(`const through = []; ${scripts.join('\n')}; throw 'all but ' + through.join(', ')`),
    );
    const { html } = await renderer.render(url);
    expect(html).toContain('refused: all but <');
    expect([secret.requests, connections, packets]).toEqual([[], 0, 0]);
  });

  it('a name that is public when it is first looked up and private afterwards', async () => {
    const decoy = await startServer(
      (_request, response) => {
        // Closing makes the browser ask for the name again.
        response
          .setHeader('access-control-allow-origin', '*')
          .setHeader('connection', 'close')
          .end();
      },
      PUBLIC,
      secret.port,
    );
    open.push(decoy);
    const aim = `http://rebind.test:${secret.port}/`;
    const { url } = await site(attempt(`await fetch('${aim}?1'); await fetch('${aim}?2')`));
    const { html } = await renderer.render(url);
    expect(html).toContain('refused: ');
    expect(decoy.requests).toEqual(['/?1']);
    expect(rebound).toEqual([PUBLIC, SECRET]);
    expect([secret.requests, connections]).toEqual([[], 0]);
  });

  it('nor does a page lead there itself', async () => {
    await expect(renderer.render(`http://secret.test:${secret.port}/`)).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /secret\.test is a loopback address/),
    );
    const { url } = await site((_request, response) =>
      response.writeHead(302, { location: `http://${SECRET}:${secret.port}/` }).end(),
    );
    await expect(renderer.render(url)).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /127\.0\.0\.2 is a loopback address/),
    );
    const scripted = await site(`<script>location = 'http://${SECRET}:${secret.port}/'</script>`);
    await expect(renderer.render(scripted.url)).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /127\.0\.0\.2 is a loopback address/),
    );
    await expect(renderer.render('file:///etc/passwd')).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /must start with http:\/\/ or https:\/\//),
    );
    expect([secret.requests, connections]).toEqual([[], 0]);
  });
});

describe('what a page may not do', () => {
  it.concurrent('keep anything for the next page', async () => {
    const { url } = await site(
      attempt(`const seen = document.cookie + localStorage.getItem('k');
        document.cookie = 'k=v'; localStorage.setItem('k', 'v'); throw 'seen ' + seen`),
    );
    await renderer.render(url);
    expect((await renderer.render(url)).html).toContain('refused: seen null');
  });

  it.concurrent('install a service worker', async () => {
    const requests: string[] = [];
    const { port } = await site((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader(
        'content-type',
        request.url === '/sw.js' ? 'text/javascript' : 'text/html',
      );
      response.end(attempt("throw String(await navigator.serviceWorker?.register('/sw.js'))"));
    });
    // Only a secure origin has service workers at all; localhost counts as one.
    const { html } = await renderer.render(`http://localhost:${port}/`);
    expect(html).toContain('refused: ');
    expect(requests).toEqual(['/']);
  });

  it.concurrent('open other pages, or stop for a dialog', async () => {
    const { url, requests } = await site((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        request.url === '/'
          ? attempt("window.open('/popup'); alert('x'); confirm('y'); prompt('z'); throw 'done'")
          : 'popup',
      );
    });
    expect((await renderer.render(url)).html).toContain('refused: done');
    expect(requests).toEqual(['/']);
  });

  it.concurrent('load what is only looked at', async () => {
    const { url, requests } = await site((_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<img src=/a.png><video src=/b.mp4 autoplay></video><p>text'),
    );
    expect((await renderer.render(url)).html).toContain('<p>text');
    expect(requests).toEqual(['/']);
  });

  it.concurrent('be a download', async () => {
    const { url } = await site((_request, response) =>
      response
        .setHeader('content-type', 'application/zip')
        .setHeader('content-disposition', 'attachment; filename=a.zip')
        .end('PK'),
    );
    await expect(renderer.render(url)).rejects.toEqual(
      failure('SOURCE_INVALID', /is a download, not a page/),
    );
  });

  it('keep the browser busy for good', async () => {
    const busy = rendererFor({ limits: { pageMs: 5_000 } });
    open.push(busy);
    const { url } = await site('<p>before</p><script>for (;;);</script>');
    await expect(busy.render(url)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /not rendered within 5 s/),
    );
    const next = await site('<p>another page</p>');
    expect((await busy.render(next.url)).html).toContain('another page');
  });

  it('change for good: it is taken as it is', async () => {
    // Others would be taken as they are before they reach their limit.
    const impatient = rendererFor({ limits: { restlessMs: 1 } });
    open.push(impatient);
    let polls = 0;
    const { url } = await site((request, response) => {
      if (request.url === '/') {
        response.setHeader('content-type', 'text/html');
        response.end(`<ul id=l></ul><script>const more = () => fetch('/p').then(() => {
          document.getElementById('l').innerHTML += '<li>item'; more(); }); more()</script>
          <script src=/last.js></script>`);
      } else if (request.url === '/last.js') {
        // Until it is there, the document is not parsed: by then, the page has polled often.
        const answer = () => (polls > 3 ? response.end() : setTimeout(answer, 10));
        answer();
      } else {
        polls += 1;
        setTimeout(() => response.end('ok'), 100);
      }
    });
    expect((await impatient.render(url)).html).toContain('<li>item</li><li>item</li><li>item</li>');
  });

  it('load without end', async () => {
    let sent = 0;
    const most = 100_000_000;
    const flood: RequestListener = (request, response) => {
      if (request.url === '/') {
        response.setHeader('content-type', 'text/html');
        response.end("<script>fetch('/flood')</script>");
        return;
      }
      response.setHeader('content-type', 'text/html');
      const chunk = Buffer.alloc(65_536, ' ');
      const more = () => {
        while (!response.destroyed && sent < most) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    };
    const { url } = await site(flood);
    const tooMuch = failure('SOURCE_TOO_LARGE', /loads more than 1 MB/);
    await expect(limited.render(url)).rejects.toEqual(tooMuch);
    await expect(limited.render(`${url}document`)).rejects.toEqual(tooMuch);
    expect(sent).toBeLessThan(most / 2);
  });

  it('make requests without end', async () => {
    const { url } = await site(
      "<script>for (let i = 0; i < 500; i += 1) fetch('/' + i).catch(() => {})</script>",
    );
    await expect(limited.render(url)).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /makes more than 200 requests/),
    );
  });

  it('grow without end', async () => {
    const { url } = await site(
      "<script>document.body.textContent = 'x'.repeat(5e6)</script>".replace('<', '<body><'),
    );
    await expect(renderer.render(url)).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /more than 4 MB of HTML/),
    );
  });

  it('use up the memory', async () => {
    const { url } = await site(
      '<script>const a = []; for (;;) a.push(new Array(1e5).fill(a.length + 0.5));</script>',
    );
    await expect(renderer.render(url)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /browser crashed while rendering/),
    );
    const next = await site('<p>another page</p>');
    expect((await renderer.render(next.url)).html).toContain('another page');
  });
});

describe.concurrent('a site that does not answer with a page', () => {
  it.each([
    [404, 'SOURCE_UNREACHABLE', /HTTP 404/],
    [403, 'SOURCE_BLOCKED', /HTTP 403/],
    [502, 'SOURCE_UNREACHABLE', /HTTP 502/],
  ])('%i', async (status, code, message) => {
    const { url } = await site((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<p>sorry'),
    );
    await expect(renderer.render(url)).rejects.toEqual(failure(code, message));
  });

  it('a bot wall', async () => {
    const { url } = await site('<title>Just a moment...</title>');
    await expect(renderer.render(url)).rejects.toEqual(failure('SOURCE_BLOCKED', /Cloudflare/));
  });

  it('nobody there', async () => {
    const server = await startServer(() => {}, PUBLIC);
    await server.close();
    await expect(renderer.render(`http://site.test:${server.port}/`)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /refused the connection/),
    );
  });
});

describe('what a page does to the machine', () => {
  // The limits of V8 hold for none of these.
  const again = (work: string) =>
    `<script>const kept = []; setInterval(() => { ${work}; document.body?.append('x'); }, 20)</script>`;
  const frame =
    '<iframe srcdoc="<script>window.kept = new Uint8Array(2e7).fill(1)</script>"></iframe>';

  it.each([
    ['typed arrays', again('for (let i = 0; i < 4; i++) kept.push(new Uint8Array(16e6).fill(1))')],
    [
      'WebAssembly',
      again(
        'const memory = new WebAssembly.Memory({ initial: 1000 }); new Uint8Array(memory.buffer).fill(1); kept.push(memory)',
      ),
    ],
    ['sixty frames', frame.repeat(60) + again('')],
  ])(
    'a page that takes too much memory by %s is ended, and the next one is read',
    async (_, html) => {
      const small = rendererFor({ limits: { memoryBytes: 500_000_000, pageMs: 60_000 } });
      open.push(small);
      const costly = await site(`<p>…</p>${html}`);
      await expect(small.render(costly.url)).rejects.toMatchObject({
        code: 'SOURCE_TOO_LARGE',
        message: `site.test:${costly.port} makes the browser use more than 0.5 GB of memory when it is rendered.`,
      });
      const usual = await site('<p>text</p>');
      expect((await small.render(usual.url)).html).toContain('text');
    },
  );

  it('a page that starts too many processes is ended', async () => {
    const few = rendererFor({ limits: { processes: 2, pageMs: 60_000 } });
    open.push(few);
    const { url } = await site(
      '<p>text</p><script>setInterval(() => document.body.append("x"), 20)</script>',
    );
    await expect(few.render(url)).rejects.toMatchObject({
      message: expect.stringContaining('makes the browser start more than 2 processes'),
    });
  });

  it.each([
    ['script', '<script>location.href = "http://SECRET/inner"</script>'],
    ['refresh', '<meta http-equiv="refresh" content="0; url=http://SECRET/inner">'],
    ['tunnel', '<script>location.href = "https://SECRET/inner"</script>'],
  ])('a page that leads to a private address by its %s says so', async (_, html) => {
    const { url } = await site(html.replace('SECRET', `${SECRET}:${secret.port}`));
    await expect(renderer.render(url)).rejects.toMatchObject({
      code: 'SOURCE_FORBIDDEN',
      message: expect.stringContaining('127.0.0.2'),
    });
  });
});
