import { chmodSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchBrowser } from '../../../src/service/render/launch.js';
import {
  createRenderer,
  type Renderer,
  type RendererOptions,
} from '../../../src/service/render/renderer.js';
import { chromiumPath, noSandbox } from '../../support/chromium.js';
import { startServer } from '../../support/loopback-server.js';
import { commandLine, environmentOf, processesRunning } from '../../support/processes.js';
import { startRenderProcess } from './render-process.js';

/** A name of its own for the browser, so that only the processes of one test are counted. */
let browserPath: string;
const folder = mkdtempSync(join(tmpdir(), 'feedctl-browser-'));
const open: Array<{ close(): Promise<void> }> = [];

beforeAll(async () => {
  const original = await chromiumPath();
  chmodSync(folder, 0o755);
  browserPath = join(folder, 'chromium');
  linkSync(original, browserPath);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

function rendererFor(options: Partial<RendererOptions> = {}): Renderer {
  const renderer = createRenderer({
    browserPath,
    noSandbox,
    allowPrivateNetworks: true,
    ...options,
  });
  open.push(renderer);
  return renderer;
}

/** A site whose `/hang` never answers. */
async function site() {
  const server = await startServer((request, response) => {
    if (request.url !== '/hang')
      response.setHeader('content-type', 'text/html').end('<p>hello</p>');
  });
  open.push(server);
  return server;
}

const running = () => processesRunning(browserPath);
const allGone = () => expect.poll(() => running()).toEqual([]);
const failure = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe('the browser', () => {
  it('starts with the first page without our environment, is used again, and is gone after close', async () => {
    const { origin } = await site();
    vi.stubEnv('FEEDCTL_API_SECRET', 's_not-for-the-browser');
    const renderer = rendererFor();
    expect(running()).toEqual([]);
    await renderer.render(`${origin}/1`);
    vi.unstubAllEnvs();
    const environments = running().map(environmentOf);
    expect(environments.flat().join('\n')).toContain('PATH=');
    expect(environments.flat().join('\n')).not.toContain('FEEDCTL');
    const [first] = running().filter((pid) => !commandLine(pid).includes(' --type='));
    await renderer.render(`${origin}/2`);
    expect(running()).toContain(first);
    await renderer.close();
    await allGone();
    await expect(renderer.render(origin)).rejects.toThrow('The renderer is closed.');
  });

  it('is closed when nobody needs it, and starts again when somebody does', async () => {
    const { origin } = await site();
    const renderer = rendererFor({ limits: { idleMs: 1 } });
    await renderer.render(origin);
    await allGone();
    expect((await renderer.render(origin)).html).toContain('hello');
  });

  it('ends a page when the caller gives up; when killed it fails the page, and the next gets a new one', async () => {
    const server = await site();
    const renderer = rendererFor();
    const controller = new AbortController();
    const given = renderer.render(`${server.origin}/hang`, { signal: controller.signal });
    const givenUp = expect(given).rejects.toThrow('enough');
    await expect.poll(() => server.requests).toContain('/hang');
    controller.abort(new Error('enough'));
    await givenUp;

    server.requests.length = 0;
    const hanging = renderer.render(`${server.origin}/hang`);
    const failed = expect(hanging).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /browser crashed while rendering/),
    );
    await expect.poll(() => server.requests).toContain('/hang');
    for (const pid of running()) process.kill(pid, 'SIGKILL');
    await failed;
    expect((await renderer.render(server.origin)).html).toContain('hello');
  });

  it('shows at most two pages at once', async () => {
    let now = 0;
    let most = 0;
    // Everybody who may be here at the same time is, before the first is let go.
    const held: (() => void)[] = [];
    const server = await startServer((_request, response) => {
      now += 1;
      most = Math.max(most, now);
      response.once('close', () => {
        now -= 1;
      });
      held.push(() => response.setHeader('content-type', 'text/html').end('<p>x'));
      if (most >= 2) for (const answer of held.splice(0)) answer();
    });
    open.push(server);
    const renderer = rendererFor();
    await Promise.all([1, 2, 3, 4].map((n) => renderer.render(`${server.origin}/${n}`)));
    expect(most).toBe(2);
  });
});

it('a browser that crashes as it starts is started once more', async () => {
  const crashing = join(dirname(browserPath), 'crashing');
  const script = `#!/bin/sh\n[ -e "$0.ran" ] && exec '${browserPath}' "$@"\n: >"$0.ran"\nkill -SEGV $$\n`;
  writeFileSync(crashing, script, { mode: 0o755 });
  const server = await startServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<p>hello');
  });
  open.push(server);
  const page = await rendererFor({ browserPath: crashing }).render(`${server.origin}/`);
  expect(page.html).toContain('hello');
});

describe('a browser that cannot be started', () => {
  const render = (options: Partial<RendererOptions>) =>
    rendererFor(options).render('http://127.0.0.1:2/');

  it('because it is not there', async () => {
    await expect(render({ browserPath: '/nowhere/chromium' })).rejects.toEqual(
      failure('NEEDS_JAVASCRIPT', /there is no file \/nowhere\/chromium\. Set FEEDCTL_BROWSER/),
    );
  });

  it('because it is no browser', async () => {
    await expect(render({ browserPath: '/bin/true' })).rejects.toEqual(
      failure('NEEDS_JAVASCRIPT', /\/bin\/true exited immediately\. Set FEEDCTL_BROWSER/),
    );
  });

  it('because root runs it and nothing is said about the sandbox', async () => {
    const options = {
      browserPath,
      proxyOrigin: 'http://127.0.0.1:1',
      startMs: 1,
      noSandbox: false,
    };
    await expect(launchBrowser({ ...options, asRoot: true })).rejects.toEqual(
      failure('NEEDS_JAVASCRIPT', /no sandbox when root runs it.*FEEDCTL_BROWSER_NO_SANDBOX=1/),
    );
  });
});

describe('a program that renders', () => {
  it('keeps every page in the sandbox', async (context) => {
    const server = await startServer((request, response) => {
      if (request.url === '/hang') return;
      response
        .setHeader('content-type', 'text/html')
        .end('<p>hello<script>fetch("/hang")</script>');
    });
    open.push(server);
    const url = server.origin;
    const { child, outcome, ended } = await startRenderProcess({
      browserPath,
      url,
      sandboxed: true,
    });
    const whyNot = outcome.then(({ message }) => message);
    const page = vi.waitFor(() => expect(server.requests).toContain('/hang'), { timeout: 60_000 });
    if (/sandbox cannot be used here/.test((await Promise.race([page, whyNot])) ?? '')) {
      context.skip('no user namespaces');
    }
    await page;
    const processes = running().map((pid) => ({ pid, line: commandLine(pid) }));
    const renderers = processes.filter(({ line }) => line.includes('--type=renderer'));
    // Filtered by seccomp: mode 2.
    const states = renderers.map(({ pid }) => readFileSync(`/proc/${pid}/status`, 'utf8'));
    child.kill('SIGKILL');
    await ended;
    expect(processes.map(({ line }) => line).join()).not.toContain('--no-sandbox');
    expect(states.length).toBeGreaterThan(0);
    for (const state of states) expect(state).toMatch(/^Seccomp:\s+2$/m);
    await allGone();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves no browser behind when %s ends it',
    async (name) => {
      const server = await site();
      const url = `${server.origin}/hang`;
      const started = await startRenderProcess({ browserPath, url, sandboxed: !noSandbox });
      await expect.poll(() => server.requests).toContain('/hang');
      expect(running().length).toBeGreaterThan(0);
      started.child.kill(name);
      await started.ended;
      await allGone();
    },
  );
});

describe('playwright-core', () => {
  it('is only missed when a page is rendered', async () => {
    const started = await startRenderProcess({
      browserPath,
      url: 'http://127.0.0.1:2/',
      sandboxed: !noSandbox,
      bare: true,
    });
    expect(await started.outcome).toMatchObject({
      code: 'NEEDS_JAVASCRIPT',
      message: expect.stringContaining('npm install --global playwright-core'),
    });
    started.child.kill('SIGKILL');
    await started.ended;
  });
});
