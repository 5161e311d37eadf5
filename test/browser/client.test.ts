import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dashboardBrowser, evaluate } from '../support/dashboard-browser.js';
import { numberedItems } from '../support/rss.js';

const site = dashboardBrowser();

/** Lists the addresses of all feeds, or says what went wrong. */
const LIST = `async (options) => {
  const found = [];
  try {
    const client = new feedctl.FeedClient({ ...options, retry: { retries: 0 } });
    for await (const { source_url } of client.feeds()) found.push(source_url);
  } catch (error) {
    found.push(error.name);
  }
  return found;
}`;

/** A page of another origin that has the client as a bundler makes it, and a worker of the same. */
async function openApp(origin: string): Promise<Page> {
  const { outputFiles } = await build({
    stdin: { contents: "export { FeedClient } from './dist/browser.js'", resolveDir: '.' },
    ...{ bundle: true, format: 'iife', globalName: 'feedctl', platform: 'browser', write: false },
  });
  const bundle = outputFiles[0]?.text ?? '';
  const files = {
    '/client.js': bundle,
    '/worker.js': `${bundle};onmessage = async ({ data }) => postMessage(await (${LIST})(data));`,
  };
  for (const [path, script] of Object.entries(files)) {
    site.source.on(path, (_, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(script);
    });
  }
  site.source.on('/app', (_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>App</title><script src="/client.js"></script>');
  });
  const page = await site.browser.newPage();
  await page.goto(`${origin}/app`);
  return page;
}

it('the client lists feeds in a page and in a worker of an origin that is allowed, and in no other', async () => {
  const { source, server } = site;
  const url = source.publish('/feed', { title: 'A feed', items: numberedItems(2) });
  await site.api('POST', '/v1/feeds', { url });
  const options = JSON.stringify({
    baseUrl: server.url,
    ...(await server.service.issueOwnerKey('app')),
  });
  const inPage = `(${LIST})(${options})`;
  const inWorker = `new Promise((resolve, reject) => {
    const worker = new Worker('/worker.js');
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(${options});
  })`;
  const app = await openApp(source.origin);
  for (const script of [inPage, inWorker]) {
    expect(await evaluate(app, script)).toEqual([url]);
  }
  const stranger = await openApp(source.origin.replace('127.0.0.1', 'localhost'));
  for (const script of [inPage, inWorker]) {
    expect(await evaluate(stranger, script)).toEqual(['NetworkError']);
  }
});
