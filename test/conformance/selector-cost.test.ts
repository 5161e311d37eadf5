import { expect, it } from 'vitest';
import { describeConformance } from './forms.js';

// Selectors are an extension; no caller may cause much work with them. The store has no part in it.
describeConformance('extension: the cost of selectors', (setup) => {
  it('refuses a selector that is too expensive, and stores nothing', async () => {
    const url = setup.sources.on('/siblings.html', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<ul>${'<i>x</i>'.repeat(30_600)}</ul>`);
    });
    const before = await setup.api.get('/v1/feeds?limit=100');
    for (const items of ['i:nth-of-type(2n)', ':nth-child(2n+1):nth-last-child(3n+1)']) {
      const reply = await setup.api.post('/v1/feeds', { url, selectors: { items } });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        message: expect.stringContaining('selectors.items is too expensive for the page'),
        errors: [{ code: 'INVALID_FIELD' }],
      });
    }
    expect((await setup.api.get('/v1/feeds?limit=100')).body).toEqual(before.body);
  });
});
