import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../../src/service/core/settings.js';
import { startFakeHub } from '../../fakes/websub-hub.js';
import { numberedItems, type RssDocument } from '../../support/rss.js';
import { type Served, startServed } from '../../support/served.js';
import { startSourceServer } from '../../support/source-server.js';

const NEWS: RssDocument = { title: 'News', items: numberedItems(2) };

async function published(withHub = true) {
  const hub = await startFakeHub();
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const served = await startServed(withHub ? { hub: hub.url } : {});
  const { id } = await served.createFeed(sources.publish('/feed.xml', NEWS));
  const post = async (title: string) => {
    sources.publish('/feed.xml', { ...NEWS, items: [{ title, guid: title }, ...NEWS.items] });
    return served.api<{ outcome: string }>('POST', `/v1/feeds/${id}/refresh`);
  };
  return { hub, served, id, post };
}

function topicsOf({ publicUrl }: Served, id: string): string[] {
  return ['xml', 'atom', 'json'].map((format) => `${publicUrl}/feeds/${id}.${format}`);
}

interface WebhookView {
  id: string;
  kind?: string;
  url: string;
}

describe('FEEDCTL_HUB', () => {
  it('is named in published feeds and their Link headers', async () => {
    const { hub, served, id } = await published();
    const get = async (format: string) => {
      const response = await fetch(`${served.url}/feeds/${id}.${format}`);
      return { text: await response.text(), link: response.headers.get('Link') };
    };
    const [rss, atom, json, csv] = await Promise.all(['xml', 'atom', 'json', 'csv'].map(get));
    expect(rss?.text).toContain(`<atom:link href="${hub.url}" rel="hub"/>`);
    expect(rss?.text).toContain('rel="self"');
    expect(atom?.text).toContain(`<link rel="hub" href="${hub.url}"/>`);
    expect(JSON.parse(json?.text ?? '')).toMatchObject({
      hubs: [{ type: 'WebSub', url: hub.url }],
    });
    expect(atom?.link).toBe(
      `<${hub.url}>; rel="hub", <${served.publicUrl}/feeds/${id}.atom>; rel="self"`,
    );
    expect(csv?.link).toBeNull();
  });

  it('is told when a feed changes, with the bundles of the feed, and the ping is on record', async () => {
    const { hub, served, id, post } = await published();
    const bundle = await served.createBundle('All', [id]);
    expect(await post('Fresh')).toMatchObject({ outcome: 'updated' });
    await expect.poll(() => hub.requests).toHaveLength(1);
    expect(hub.requests[0]).toMatchObject({
      mode: 'publish',
      topics: [...topicsOf(served, id), ...topicsOf(served, bundle.id)],
    });
    const [webhook] = await served.api<WebhookView[]>('GET', '/v1/webhooks');
    expect(webhook).toMatchObject({ kind: 'hub', url: hub.url });
    await expect
      .poll(() => served.api('GET', `/v1/deliveries?webhook=${webhook?.id}`))
      .toMatchObject([{ status: 'delivered', feed_id: id, attempts: 1, last_status: 204 }]);
  });

  it('is not told when nothing changed', async () => {
    const { hub, served, id } = await published();
    await served.api('POST', `/v1/feeds/${id}/refresh`);
    expect(await served.api('GET', '/v1/deliveries')).toEqual([]);
    expect(hub.requests).toEqual([]);
  });

  it('does not hold up a refresh while it fails, and is told again later', async () => {
    const { hub, served, post } = await published();
    hub.options.status = 500;
    expect(await post('Fresh')).toMatchObject({ outcome: 'updated' });
    await expect.poll(() => hub.requests).toHaveLength(1);
    hub.options.status = 204;
    await expect.poll(() => hub.requests).toHaveLength(2);
    const [webhook] = await served.api<WebhookView[]>('GET', '/v1/webhooks');
    await expect
      .poll(() => served.api('GET', `/v1/deliveries?webhook=${webhook?.id}`))
      .toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('gets no events, and its webhook is not to be changed', async () => {
    const { hub, served, post } = await published();
    await post('Fresh');
    await expect.poll(() => hub.requests).toHaveLength(1);
    const [webhook] = await served.api<WebhookView[]>('GET', '/v1/webhooks');
    const path = `/v1/webhooks/${webhook?.id}`;
    await expect(served.api('DELETE', path)).rejects.toThrow('FEEDCTL_HUB');
    await expect(served.api('PATCH', path, { url: 'https://example.com/' })).rejects.toThrow(
      'FEEDCTL_HUB',
    );
    await post('Fresher');
    await expect.poll(() => hub.requests).toHaveLength(2);
    expect(hub.requests.map(({ mode }) => mode)).toEqual(['publish', 'publish']);
  });

  it('left out changes nothing', async () => {
    const { hub, served, id, post } = await published(false);
    await post('Fresh');
    const response = await fetch(`${served.url}/feeds/${id}.xml`);
    expect(response.headers.get('Link')).toBeNull();
    expect(await response.text()).not.toContain('rel="hub"');
    expect(await served.api('GET', '/v1/webhooks')).toEqual([]);
    expect(hub.requests).toEqual([]);
  });

  it('must be https, except on this machine', () => {
    expect(() => readSettings({ FEEDCTL_HUB: 'http://hub.example.com/' })).toThrow(
      'The environment variable FEEDCTL_HUB must be an https address.',
    );
    expect(readSettings({ FEEDCTL_HUB: 'https://hub.example.com' })).toEqual({
      hub: 'https://hub.example.com/',
    });
    expect(readSettings({ FEEDCTL_HUB: 'http://127.0.0.1:9/hub' })).toMatchObject({
      hub: 'http://127.0.0.1:9/hub',
    });
  });
});
