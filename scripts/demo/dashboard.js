// The dashboard of a fresh service in a real browser: for the pictures of the documentation, and for
// the walk of a new person. Needs the built binary.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { cleanEnvironment } from '../clean-environment.js';
import { listeningAddress } from '../listening-address.js';

const binary = fileURLToPath(new URL('../../bin/feedctl.js', import.meta.url));

/**
 * Starts `feedctl serve` and a browser, and signs in with the link that `feedctl dashboard` prints.
 * @param site the small web of the demo
 * @param viewport of the page, in pixels
 */
export async function openDashboard(site, viewport) {
  const home = mkdtempSync(join(tmpdir(), 'feedctl-dashboard-'));
  const environment = cleanEnvironment({
    FEEDCTL_CONFIG_DIR: join(home, 'config'),
    FEEDCTL_DATA_DIR: join(home, 'data'),
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    FEEDCTL_NEWS_URL: `${site.base}/search?q={query}&lang={language}&country={country}`,
  });
  const serve = spawn(process.execPath, [binary, 'serve', '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let browser;

  async function close() {
    await browser?.close();
    const ended = new Promise((resolve) => serve.once('close', resolve));
    serve.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  }

  /** The output of one command. */
  async function feedctl(...args) {
    const stdio = ['ignore', 'pipe', 'inherit'];
    const child = spawn(process.execPath, [binary, ...args], { env: environment, stdio });
    let text = '';
    for await (const chunk of child.stdout) text += chunk;
    return text;
  }

  try {
    const base = await listeningAddress(serve);
    browser = await chromium.launch({
      executablePath: await sparticuz.executablePath(),
      args: ['--disable-gpu', '--disable-dev-shm-usage', '--no-sandbox'],
    });
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto(/https?:\S+/.exec(await feedctl('dashboard'))?.[0] ?? '');
    return { base, page, feedctl, close };
  } catch (error) {
    await close();
    throw error;
  }
}
