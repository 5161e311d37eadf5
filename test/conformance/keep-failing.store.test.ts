import { expect, it } from 'vitest';
import type { Feed } from '../../src/contract/index.js';
import { numberedItems } from '../support/rss.js';
import { expectError } from './api.js';
import { describeConformance } from './forms.js';

describeConformance('extension: feeds of sources that cannot be read yet', (setup) => {
  it('are failing feeds, whose first items make no events', async () => {
    const { api, sources } = setup;
    const url = sources.on('/later.xml', (_, response) => response.writeHead(503).end());
    expectError(await api.post('/v1/feeds', { url }), 'SOURCE_UNREACHABLE');
    const made = await api.post('/v1/feeds', { url, keep_failing: true });
    expect(made).toMatchObject({
      status: 201,
      body: { health: 'failing', items: [], source_url: url },
    });
    const { id } = made.body as Feed;
    expect((made.body as Feed).last_error).toContain('503');
    await api.post('/v1/webhooks', { url: 'https://hooks.example/x', scope: id });
    const failed = await api.post(`/v1/feeds/${id}/refresh`, {});
    expect(failed.body).toMatchObject({ outcome: 'failed' });
    sources.publish('/later.xml', { title: 'Later', items: numberedItems(3) });
    const refreshed = await api.post(`/v1/feeds/${id}/refresh`, {});
    expect(refreshed.body).toMatchObject({ outcome: 'updated', items_new: 3 });
    expect((await api.get(`/v1/feeds/${id}`)).body).toMatchObject({ health: 'ok', title: 'Later' });
    expect((await api.get('/v1/deliveries')).body).toEqual([]);
  });

  it('are not kept where the address is forbidden', async () => {
    const { api } = setup;
    const url = 'http://169.254.169.254/latest';
    expectError(await api.post('/v1/feeds', { url, keep_failing: true }), 'SOURCE_FORBIDDEN');
  });
});
