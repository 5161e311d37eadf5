import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRenderer } from '../../../src/service/render/renderer.js';
import { chromiumPath, noSandbox } from '../../support/chromium.js';
import { startServer } from '../../support/loopback-server.js';

/** A running Chromium, as an operator starts one. */
let chromium: { process: ChildProcess; ws: string; http: string };

const profile = mkdtempSync(join(tmpdir(), 'feedctl-profile-'));

beforeAll(async () => {
  chromium = await startChromium();
});
afterAll(async () => {
  const ended = new Promise((resolve) => chromium.process.once('exit', resolve));
  chromium.process.kill('SIGTERM');
  await ended;
  rmSync(profile, { recursive: true, force: true });
});

async function startChromium() {
  const child = spawn(
    await chromiumPath(),
    [
      ...['--headless=new', '--remote-debugging-port=0', '--disable-gpu', '--no-first-run'],
      ...(noSandbox ? ['--no-sandbox', '--no-zygote'] : []),
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ws = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk;
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(text)));
  });
  return { process: child, ws, http: `http://${new URL(ws).host}` };
}

function rendererOf(browserPath: string, options = {}) {
  const renderer = createRenderer({ browserPath, allowPrivateNetworks: true, ...options });
  onTestFinished(() => renderer.close());
  return renderer;
}

async function site() {
  const server = await startServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      request.url === '/rtc'
        ? '<body><script>document.body.append("rtc: " + typeof RTCPeerConnection)</script>'
        : '<body><script>document.body.append("rendered " + 6 * 7)</script>',
    );
  });
  onTestFinished(() => server.close());
  return server;
}

describe('a running Chromium', () => {
  it.each(['ws', 'http'] as const)('renders pages at its %s address, and stays', async (kind) => {
    const { origin } = await site();
    const renderer = rendererOf(chromium[kind]);
    expect((await renderer.render(`${origin}/`)).html).toContain('rendered 42');
    await renderer.close();
    expect(chromium.process.exitCode).toBeNull();
    expect((await fetch(`${chromium.http}/json/version`)).status).toBe(200);
  });

  it('goes through the vetting proxy, and has no way around it', async () => {
    const { origin } = await site();
    const guarded = rendererOf(chromium.http, { allowPrivateNetworks: false });
    await expect(guarded.render(`${origin}/`)).rejects.toMatchObject({ code: 'SOURCE_FORBIDDEN' });
    const { html } = await rendererOf(chromium.http).render(`${origin}/rtc`);
    expect(html).toContain('rtc: undefined');
  });

  it('keeps nothing between pages, and sees nothing of the profile', async () => {
    const cookies: unknown[] = [];
    const server = await startServer((request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1' }).end('<p>x');
    });
    onTestFinished(() => server.close());
    const renderer = rendererOf(chromium.ws);
    await renderer.render(`${server.origin}/`);
    await renderer.render(`${server.origin}/`);
    expect(cookies.filter(Boolean)).toEqual([]);
  });
});

describe('a browser that cannot be used', () => {
  it('is refused when its contexts do not use the proxy', async () => {
    const { origin } = await site();
    // Forwards everything of the protocol except the proxy of a context, as some services do.
    const deaf = await startDeafBrowser(chromium.ws);
    await expect(rendererOf(deaf).render(`${origin}/`)).rejects.toMatchObject({
      code: 'NEEDS_JAVASCRIPT',
      message: expect.stringContaining('does not use the proxy of feedctl'),
    });
  });

  it('is reported without the token of its address', async () => {
    const server = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const other = rendererOf(`http://127.0.0.1:${port}/?token=hidden`);
    const wrong = await other
      .render('http://127.0.0.1:8080/')
      .catch((error: Error) => error.message);
    expect(wrong).toContain('does not speak the Chrome DevTools Protocol');
    await new Promise((resolve) => server.close(resolve));
    const gone = await rendererOf(`ws://127.0.0.1:${port}/?token=hidden`)
      .render('http://127.0.0.1:8080/')
      .catch((error: Error) => error.message);
    expect(gone).toContain(`nothing answers at ws://127.0.0.1:${port}`);
    expect(`${wrong}${gone}`).not.toContain('hidden');
  });
});

/**
 * A DevTools endpoint in front of another that makes `proxyServer` unknown: the bytes of a connection
 * pass, and each frame of the client is rewritten without changing its length.
 */
async function startDeafBrowser(target: string): Promise<string> {
  const { port, pathname } = new URL(target);
  const server = createTcpServer((client) => {
    const browser = connect(Number(port), '127.0.0.1');
    client.on('error', () => browser.destroy());
    browser.on('error', () => client.destroy());
    client.on('close', () => browser.destroy());
    browser.pipe(client);
    let isOpen = false;
    let rest = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      if (!isOpen) {
        isOpen = true;
        browser.write(chunk);
        return;
      }
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const frame = frameIn(rest);
        if (frame === null) return;
        browser.write(rewritten(rest.subarray(0, frame.end), frame.start));
        rest = rest.subarray(frame.end);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
}

/** The first whole frame (RFC 6455, section 5.2): where its masked data starts and ends. */
function frameIn(bytes: Buffer): { start: number; end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head + 4) return null;
  const length =
    short === 126
      ? bytes.readUInt16BE(2)
      : short === 127
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  const end = head + 4 + length;
  return bytes.length < end ? null : { start: head + 4, end };
}

function rewritten(frame: Buffer, start: number): Buffer {
  const mask = frame.subarray(start - 4, start);
  const masked = (data: Buffer) => data.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  const text = Buffer.from(masked(frame.subarray(start))).toString('latin1');
  const changed = text.replaceAll('"proxyServer"', '"proxyServex"');
  return Buffer.concat([frame.subarray(0, start), masked(Buffer.from(changed, 'latin1'))]);
}
