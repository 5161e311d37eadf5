// npm run docs:pictures: the pictures of the dashboard in the documentation, taken from a real service
// with the feeds of the demo, in a real browser. Offline.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDashboard } from './demo/dashboard.js';
import { startSite } from './demo/site.js';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
/** All pictures together, in bytes. */
const MAX_BYTES = 400_000;
const VIEW = { width: 960, height: 680 };

const site = await startSite();
let dashboard;

try {
  dashboard = await openDashboard(site, VIEW);
  const { base, page, feedctl } = dashboard;
  for (const path of ['/releases.xml', '/notes/', '/podcast.xml']) {
    await feedctl('feeds', 'create', '--url', `${site.base}${path}`);
  }
  await feedctl('feeds', 'create', '--keyword', 'solar panels', '--region', 'GB:en');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/items');
  mkdirSync(folder, { recursive: true });
  await page.goto(`${base}/dashboard/feeds/new`);
  await page.getByLabel('What to follow').fill(`${site.base}/harbour/`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.waitForSelector('#found');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel(/^Drop items/).fill('cranes');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForSelector('#kept');
  await take(page, 'add-a-feed.png', {
    fullPage: true,
    clip: { x: 0, y: 0, ...VIEW, height: 690 },
  });
  await feedctl('feeds', 'create', '--url', `${site.base}/harbour/`);
  await feedctl('refresh', '--all');
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${base}/dashboard/items`);
    await take(page, `overview-${colorScheme}.png`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${base}/dashboard/feeds`);
  await take(page, 'feeds.png', { clip: { x: 0, y: 0, ...VIEW, height: 440 } });
  const output = mkdtempSync(join(tmpdir(), 'feedctl-site-'));
  try {
    const file = join(output, 'feeds.yaml');
    await feedctl('export', '--format', 'yaml', '--to', file);
    const site = ['--title', 'Ferries and more', '--site-url', 'https://example.org/feeds/'];
    await feedctl('build', file, '--out', join(output, 'site'), ...site);
    await page.goto(`file://${output}/site/index.html`);
    await take(page, 'static-site.png');
  } finally {
    rmSync(output, { recursive: true });
  }
  const names = [
    'overview-light.png',
    'overview-dark.png',
    'add-a-feed.png',
    'feeds.png',
    'static-site.png',
  ];
  const sizes = names.map((name) => statSync(join(folder, name)).size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`docs/pictures: ${sizes.length} pictures, ${Math.round(total / 1000)} kB`);
  if (total > MAX_BYTES) throw new Error(`more than ${MAX_BYTES / 1000} kB`);
} finally {
  await dashboard?.close();
  site.close();
}

/** Waits until the pictures of the page are there. */
async function take(page, name, options = {}) {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, name), ...options });
}
