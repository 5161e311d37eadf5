import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/service/core/durations.js';
import { FETCHES, HISTORIES } from '../../support/over-time/histories.js';
import { startSetup } from '../../support/refresh-setup.js';

describe('subscribers are told each new item once', () => {
  it.each(Object.entries(HISTORIES))('of %s', async (_, { kind, at, added, changed = {} }) => {
    const { sources, clock, create, refresh, events } = await startSetup();
    let fetch = 0;
    const url = sources.on('/source', (_, response) => {
      response.setHeader('Content-Type', kind === 'page' ? 'text/html' : 'application/rss+xml');
      response.end(at(fetch, clock.now()));
    });
    const id = await create(url);
    const told = { added: {} as typeof added, changed: {} as typeof added };
    let known = 0;
    for (fetch = 1; fetch < FETCHES; fetch++) {
      clock.advance(2 * HOUR);
      await refresh(id);
      const all = await events();
      for (const { data } of all.slice(known)) {
        if (data.items_new.length > 0) told.added[fetch] = data.items_new.map(({ title }) => title);
        if (data.items_changed.length > 0) {
          told.changed[fetch] = data.items_changed.map(({ title }) => title);
        }
      }
      known = all.length;
    }
    expect(told).toEqual({ added, changed });
  });
});
