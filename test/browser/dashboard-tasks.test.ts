import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Feed } from '../../src/contract/index.js';
import { OWNER } from '../../src/service/accounts/account.js';
import { dashboardBrowser } from '../support/dashboard-browser.js';

const site = dashboardBrowser();
const { api, open, signedIn } = site;

/** Clicks and keys since the page was opened, counted where a person would make them. */
function counting(page: Page) {
  let steps = 0;
  return {
    async click(name: string | RegExp): Promise<void> {
      steps += 1;
      await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click();
    },
    async press(key: string): Promise<void> {
      steps += 1;
      await page.keyboard.press(key);
    },
    steps: () => steps,
  };
}

it('reads, finds and repairs in few steps', async () => {
  const item = (title: string, days: number) => ({
    guid: title,
    title,
    link: `https://example.com/${title.replaceAll(' ', '-')}`,
    description: `<p>About ${title}, with more words</p>`,
    date: new Date(Date.now() - days * 86_400_000).toISOString(),
  });
  const url = site.source.publish('/news', {
    title: 'Harbour',
    items: [item('A ferry today', 0), item('A bridge of last week', 7)],
  });
  await api<Feed>('POST', '/v1/feeds', { url });
  const brokenUrl = site.source.publish('/broken', { title: 'Museum', items: [item('Old', 9)] });
  const { id: broken } = await api<Feed>('POST', '/v1/feeds', { url: brokenUrl });
  site.source.on('/broken', (_, response) => response.writeHead(500).end());
  const refresher = await site.server.service.http.refresher();
  for await (const _ of refresher.refresh(OWNER, [broken]));
  const page = await signedIn({ viewport: { width: 1280, height: 800 } });
  const title = () => page.getByRole('heading', { level: 1 }).textContent();

  // Read an article: with the mouse, and with the keyboard.
  const reading = counting(page);
  await reading.click('A ferry today');
  await page.waitForURL('**/items/*-*');
  expect([await title(), reading.steps()]).toEqual(['A ferry today', 1]);
  await open(page, 'items');
  const keys = counting(page);
  await keys.press('j');
  await keys.press('j');
  await keys.press('o');
  await page.waitForURL('**/items/*-*');
  expect([await title(), keys.steps()]).toEqual(['A bridge of last week', 3]);

  // Find an item of last week by a word.
  await open(page, 'items');
  const finding = counting(page);
  await finding.press('/');
  await page.keyboard.type('bridge');
  await finding.press('Enter');
  await page.waitForURL('**/items?q=bridge*');
  await finding.click('A bridge of last week');
  await page.waitForURL('**/items/*-*');
  expect([await title(), finding.steps()]).toEqual(['A bridge of last week', 3]);

  // Find what is broken, and try it again.
  await open(page, 'items');
  const repairing = counting(page);
  await repairing.click(/Failing feed/);
  expect(await page.locator('tbody tr').textContent()).toContain('500');
  site.source.publish('/broken', { title: 'Museum', items: [item('Back', 0)] });
  await repairing.click('Try again Museum');
  await page.getByText('there is something new').waitFor();
  expect(repairing.steps()).toBe(2);
  await page.context().close();
});
