import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Bundle, bundleSchema, type Feed, feedSchema } from '../../src/contract/index.js';
import { describeConformance, type Setup } from './forms.js';

const PODCAST = readFileSync('test/fixtures/feeds/podcast.xml', 'utf8');

function publish(setup: Setup, path: string, text: string): string {
  return setup.sources.on(path, (request, response) => {
    response.setHeader('ETag', '"always the same"');
    if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end();
    else response.setHeader('Content-Type', 'application/rss+xml').end(text);
  });
}

async function itemsOf(setup: Setup, id: string): Promise<Feed['items']> {
  const { body } = await setup.api.get(`/v1/feeds/${id}`);
  return feedSchema.strict().parse(body).items;
}

async function published(setup: Setup, id: string, extension = 'xml'): Promise<string> {
  const response = await setup.api.send(`/feeds/${id}.${extension}`, {});
  expect(response.status).toBe(200);
  return response.text();
}

const refresh = async (setup: Setup, id: string, reread: boolean) =>
  (await setup.api.post('/v1/refresh', { ids: [id], reread })).body;

/** As an older release left them. */
async function forgetExtras(setup: Setup): Promise<void> {
  const { db } = setup.service.http.deps.store;
  await db.updateTable('items').set({ extras: null, podcast_xml: null }).execute();
  await db.updateTable('feeds').set({ podcast_xml: null }).execute();
}

const EPISODE = {
  title: 'The ferry at dawn',
  summary: 'Crossing before the first bus.',
  tags: ['Travel', 'Rivers & Lakes'],
  comments_url: 'https://podcast.example/2#comments',
  attachments: [
    {
      url: 'https://cdn.podcast.example/2.mp3?source=feed&x=1',
      mime_type: 'audio/mpeg',
      size_in_bytes: 34_216_300,
      duration_in_seconds: 3723,
    },
  ],
};

describeConformance('extension: what items have beside', (setup) => {
  it('is there on creation, on reading, and in a preview', async () => {
    const url = publish(setup, '/podcast.xml', PODCAST);
    const preview = (await setup.api.post('/v1/preview', { url })).body;
    expect(preview).toMatchObject({ items: [EPISODE, {}] });
    const feed = await setup.api.createFeed(url);
    expect(feed.items[0]).toMatchObject(EPISODE);
    expect(await itemsOf(setup, feed.id)).toEqual(feed.items);
  });

  it('is absent where the source has none', async () => {
    const source = setup.sources.publish('/plain.xml', { items: [{ title: 'One', guid: '1' }] });
    const { id } = await setup.api.createFeed(source);
    const [item] = await itemsOf(setup, id);
    for (const field of ['attachments', 'tags', 'date_modified', 'summary', 'language', 'feed']) {
      expect(item).not.toHaveProperty(field);
    }
  });

  it('names the feed in bundles, and its page in their published form', async () => {
    const feed = await setup.api.createFeed(publish(setup, '/bundled.xml', PODCAST));
    await setup.api.patch(`/v1/feeds/${feed.id}`, { title: 'My podcast' });
    const { id } = await setup.api.createBundle('All', [feed.id]);
    const { body } = await setup.api.get(`/v1/bundles/${id}`);
    const { items }: Bundle = bundleSchema.strict().parse(body);
    expect(items[0]).toMatchObject({ ...EPISODE, feed: { id: feed.id, title: 'My podcast' } });
    const rss = await published(setup, id);
    expect(rss).toContain('<source url="https://podcast.example/">My podcast</source>');
    expect(rss).toContain('<podcast:chapters url="https://podcast.example/2/chapters.json"');
    // Whoever has the address of a feed may read it.
    expect(rss).not.toContain(feed.id);
  });

  it('is stored and published without an event', async () => {
    let text = PODCAST;
    const path = '/changing.xml';
    const url = setup.sources.on(path, (_, response) => response.end(text));
    const { id } = await setup.api.createFeed(url);
    text = text.replace('<category>Travel</category>', '<category>Ships</category>');
    const silently = { results: [{ outcome: 'updated', items_new: 0, items_changed: 0 }] };
    expect(await refresh(setup, id, false)).toMatchObject(silently);
    expect((await itemsOf(setup, id))[0]?.tags).toEqual(['Ships', 'Rivers & Lakes']);
    text = text.replace('1.m4a', '1-remastered.m4a');
    expect(await refresh(setup, id, false)).toMatchObject(silently);
    expect(await published(setup, id)).toContain('1-remastered.m4a');
    text = text.replace('1/chapters.json', '1/chapters-2.json');
    expect(await refresh(setup, id, false)).toMatchObject(silently);
    expect(await published(setup, id)).toContain('1/chapters-2.json');
  });

  it('is filled in by a refresh that rereads, and by no other, without an event', async () => {
    const feed = await setup.api.createFeed(publish(setup, '/old.xml', PODCAST));
    const before = await published(setup, feed.id);
    await forgetExtras(setup);
    expect(await refresh(setup, feed.id, false)).toMatchObject({
      results: [{ outcome: 'unchanged' }],
    });
    expect((await itemsOf(setup, feed.id))[0]).not.toHaveProperty('tags');
    expect(await refresh(setup, feed.id, true)).toMatchObject({
      results: [{ outcome: 'updated', items_new: 0, items_changed: 0 }],
      cursor: null,
    });
    expect(await itemsOf(setup, feed.id)).toEqual(feed.items);
    const after = await published(setup, feed.id);
    const undated = (rss: string) => rss.replace(/<(?:lastBuildDate|ttl)>.*/g, '');
    expect(undated(after)).toBe(undated(before));
  });

  it('is published in every format', async () => {
    const { id } = await setup.api.createFeed(publish(setup, '/formats.xml', PODCAST));
    const json = JSON.parse(await published(setup, id, 'json'));
    expect(json.items[0]).toMatchObject({
      tags: EPISODE.tags,
      attachments: EPISODE.attachments,
      summary: EPISODE.summary,
    });
    const atom = await published(setup, id, 'atom');
    expect(atom).toContain('<category term="Rivers &amp; Lakes"/>');
    expect(atom).toContain(
      '<link rel="enclosure" href="https://cdn.podcast.example/1.m4a" type="audio/x-m4a" length="20000000"/>',
    );
    const csv = await published(setup, id, 'csv');
    expect(csv).toContain(
      'Travel; Rivers & Lakes,https://cdn.podcast.example/2.mp3?source=feed&x=1,',
    );
  });
});
