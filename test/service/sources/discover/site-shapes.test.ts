import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../src/service/core/errors.js';
import { createSourceReader } from '../../../../src/service/sources/create-source-reader.js';
import { resolveSource } from '../../../../src/service/sources/resolve-source.js';
import { type Sites, serveSites } from '../../../support/sites.js';
import { SHAPES } from './site-shapes.js';

/** What is read for an address: `feed:` with its path, `page`, or `error`. */
async function readOf(url: string, sites: Sites): Promise<string> {
  const served = await serveSites(sites);
  const reader = createSourceReader({ fetcher: served.fetcher });
  try {
    const reading = await reader.read(resolveSource({ url }, 'https://news.example/{query}'));
    const { pathname, search } = new URL(reading.state.pollUrl);
    return reading.state.origin === 'page' ? 'page' : `feed:${pathname}${search}`;
  } catch (error) {
    if (error instanceof ServiceError) return 'error';
    throw error;
  } finally {
    await reader.close();
    await served.close();
  }
}

describe('which feed a page gets', () => {
  it.each(SHAPES)('$name ($url)', async ({ url, sites, wanted }) => {
    expect(wanted).toContain(await readOf(url, sites));
  });
});
