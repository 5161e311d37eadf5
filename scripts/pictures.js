// npm run docs:pictures: the pictures of the dashboard in the documentation, taken from a real service
// with the feeds of the demo, in a real browser. Offline.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { cleanEnvironment } from './clean-environment.js';
import { startSite } from './demo/site.js';

const binary = fileURLToPath(new URL('../bin/feedctl.js', import.meta.url));
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
/** All pictures together, in bytes. */
const MAX_BYTES = 300_000;
const VIEW = { width: 960, height: 680 };

const home = mkdtempSync(join(tmpdir(), 'feedctl-pictures-'));
const site = await startSite();
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

try {
  const base = await listeningAddress();
  await addFeeds();
  browser = await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: ['--disable-gpu', '--disable-dev-shm-usage', '--no-sandbox'],
  });
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  await page.goto(/https?:\S+/.exec(await feedctl('dashboard'))?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/overview');
  mkdirSync(folder, { recursive: true });
  await page.goto(`${base}/dashboard/feeds/new`);
  await page.getByLabel('Address').fill(`${site.base}/harbour/`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.waitForSelector('#found');
  await page.getByText('Filter items').click();
  await page.getByLabel('Drop items').fill('cranes');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForSelector('#kept');
  await take(page, 'add-a-feed.png', {
    fullPage: true,
    clip: { x: 0, y: 0, ...VIEW, height: 1100 },
  });
  await feedctl('feeds', 'create', '--url', `${site.base}/harbour/`);
  await feedctl('refresh', '--all');
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${base}/dashboard/overview`);
    await take(page, `overview-${colorScheme}.png`);
  }
  const sizes = ['overview-light.png', 'overview-dark.png', 'add-a-feed.png'].map(
    (name) => statSync(join(folder, name)).size,
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`docs/pictures: ${sizes.length} pictures, ${Math.round(total / 1000)} kB`);
  if (total > MAX_BYTES) throw new Error(`more than ${MAX_BYTES / 1000} kB`);
} finally {
  await browser?.close();
  serve.kill('SIGTERM');
  await new Promise((resolve) => serve.once('close', resolve));
  site.close();
  rmSync(home, { recursive: true, force: true });
}

async function addFeeds() {
  for (const path of ['/releases.xml', '/notes/', '/podcast.xml']) {
    await feedctl('feeds', 'create', '--url', `${site.base}${path}`);
  }
  await feedctl('feeds', 'create', '--keyword', 'solar panels', '--region', 'GB:en');
}

/** Waits until the pictures of the page are there. */
async function take(page, name, options = {}) {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, name), ...options });
}

/** The output of one command. */
async function feedctl(...args) {
  const child = spawn(process.execPath, [binary, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text;
}

function listeningAddress() {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk) => {
      output += chunk;
      const address = /https?:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address) resolve(address);
    };
    serve.stdout.on('data', read);
    serve.stderr.on('data', read);
    serve.once('close', (code) => reject(new Error(`serve ended with ${code}:\n${output}`)));
  });
}
