import { beforeAll, describe, expect, it } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { expectError } from './api.js';
import { describeAnyWay } from './forms.js';

describeAnyWay('Limits', (setup) => {
  const created: Record<string, string[]> = { feeds: [], bundles: [] };

  beforeAll(async () => {
    const url = setup.sources.publish('/limits.xml', { items: numberedItems(1) });
    for (const list of Object.values(created)) list.length = 0;
    for (let count = 0; count < 12; count += 1) {
      setup.clock.advance(1000);
      created.feeds?.unshift((await setup.api.createFeed(`${url}?${count}`)).id);
      created.bundles?.unshift((await setup.api.createBundle(`Bundle ${count}`)).id);
    }
  });

  describe.each(['feeds', 'bundles'])('GET /v1/%s', (resource) => {
    const list = async (query: string) => {
      const { status, body } = await setup.api.get(`/v1/${resource}${query}`);
      expect(status).toBe(200);
      return (body as { id: string }[]).map((one) => one.id);
    };

    it('gives 10 by default, from the first', async () => {
      expect(await list('')).toEqual(created[resource]?.slice(0, 10));
    });

    it('takes limit and offset', async () => {
      expect(await list('?limit=5')).toEqual(created[resource]?.slice(0, 5));
      expect(await list('?limit=5&offset=5')).toEqual(created[resource]?.slice(5, 10));
      expect(await list('?limit=100&offset=0')).toEqual(created[resource]);
    });

    it('ends with an array shorter than limit', async () => {
      expect(await list('?limit=10&offset=10')).toEqual(created[resource]?.slice(10));
      expect(await list('?offset=12')).toEqual([]);
      for (const offset of ['12', '999999999']) {
        expect(await list(`?offset=${offset}`)).toEqual([]);
      }
    });

    it.each(['0', '101', '10000000000', '-1', '1.5', 'ten', '', '1e1', '%2010'])(
      'refuses limit=%s: 400',
      async (limit) => {
        expectError(
          await setup.api.get(`/v1/${resource}?limit=${limit}`),
          'INVALID_FIELD',
          /"limit"/,
        );
      },
    );

    const above = ['1000000000', '9007199254740993', '9'.repeat(400)];
    it.each(['-1', '0.5', 'x', '', ...above])('refuses offset=%s: 400', async (offset) => {
      expectError(
        await setup.api.get(`/v1/${resource}?offset=${offset}`),
        'INVALID_FIELD',
        /"offset"/,
      );
    });
  });
});
