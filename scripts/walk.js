// npm run walk -- FOLDER: what a new person does in the dashboard, from the first sign-in to a
// delivery, in a real browser and offline. Writes a picture of each step into the folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDashboard } from './demo/dashboard.js';
import { startSite } from './demo/site.js';

const [folder, width = '1280'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npm run walk -- FOLDER [WIDTH]');
  process.exit(2);
}
/** Half a second each. */
const MAX_RELOADS = 60;
mkdirSync(folder, { recursive: true });

const site = await startSite();
let dashboard;
let steps = 0;

try {
  dashboard = await openDashboard(site, { width: Number(width), height: 800 });
  const { page } = dashboard;
  const button = (name) => page.getByRole('button', { name, exact: true });
  const link = (name) => page.getByRole('link', { name, exact: true });
  const done = (text) => page.getByRole('status').filter({ hasText: text }).waitFor();

  async function step(what) {
    steps += 1;
    await page.waitForLoadState('networkidle');
    const name = `${String(steps).padStart(2, '0')}-${what.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    console.log(`${String(steps).padStart(2)}. ${what}`);
  }

  await step('Open the link of feedctl dashboard');
  await button('Sign in').click();
  await page.getByText('Follow anything').first().waitFor();
  await step('Sign in, and see how to begin');

  await page.getByLabel('What to follow').fill(`${site.base}/town/`);
  await step('Enter the address of a page');
  await button('Preview').click();
  await page.locator('#found').waitFor();
  await step('See that the page has no feed and which list was taken');

  await page.getByRole('button', { name: /beginning with Council meeting/ }).click();
  await page.locator('.chosen').getByText('Council meeting').first().waitFor();
  await step('Choose the other list');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel(/^Drop items/).fill('cancelled');
  await button('Apply filters').click();
  await page.locator('#dropped').waitFor();
  await step('Drop items, and see which');
  await page.locator('#f-title').fill('Meetings in Westhaven');
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('Bundle', { exact: true }).selectOption('new');
  await page.getByLabel('Name of the new bundle').fill('Town');
  await step('Give it a title and a new bundle');
  await button('Create feed').click();
  await done('The feed was created');
  await step('Create the feed');

  await link('Town').click();
  await page.getByRole('heading', { level: 1, name: 'Town' }).waitFor();
  await step('Open its bundle');

  await link('Webhooks').click();
  await step('Open the webhooks');
  await link('Add a webhook').first().click();
  await page.getByLabel('Address').fill(`${site.base}/services/T000/B000/walk`);
  await page.getByLabel('Format').selectOption({ label: 'Slack' });
  await page.getByLabel('Subscribe to').selectOption({ label: 'Bundle: Town' });
  await step('Fill in a webhook');
  await button('Add this webhook').click();
  await done('The webhook was added');
  await step('Add the webhook');
  await button('Send a test').click();
  await done('The test event has arrived');
  await step('Send a test');

  site.announce('Council meeting: the new ferry');
  await link('Feeds').click();
  await link('Meetings in Westhaven').click();
  await button('Refresh now').click();
  await done('something new');
  await step('Refresh the feed after the page changed');
  await link('Deliveries').click();
  for (let tries = 0; (await page.locator('tbody .dot.good').count()) < 2; tries += 1) {
    if (tries === MAX_RELOADS) throw new Error('The new item was not delivered.');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await page.reload();
  }
  await step('See the deliveries');
  await link('Meetings in Westhaven').click();
  await step('Open a delivery');
  await link('Items').click();
  await step('Return to the items');
  console.log(`The chat shows: ${site.messages.map(({ text }) => text).join(' | ')}`);
} finally {
  await dashboard?.close();
  site.close();
}
