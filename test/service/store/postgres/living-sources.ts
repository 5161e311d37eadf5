import { onTestFinished } from 'vitest';
import { rss } from '../../../support/rss.js';
import { startSourceServer } from '../../../support/source-server.js';

/** Items of a source: fewer than are kept, so that nothing falls off the end unseen. */
const WINDOW = 20;

/** Sources that have something new whenever they are asked, and remember when that was. */
export interface LivingSources {
  urls: string[];
  /** When a source was asked, by `performance.now()`. */
  askedAt(url: string): readonly number[];
  /** From now on they say what they said last. */
  freeze(): void;
}

export async function startLivingSources(count: number): Promise<LivingSources> {
  const server = await startSourceServer();
  onTestFinished(() => server.close());
  const asked = new Map<string, number[]>();
  let isFrozen = false;
  const urls = Array.from({ length: count }, (_, number) => {
    const times: number[] = [];
    const dates: number[] = [Date.now()];
    const url = server.on(`/${number}.xml`, (_request, response) => {
      times.push(performance.now());
      if (!isFrozen) dates.unshift(Date.now());
      response.setHeader('Content-Type', 'application/rss+xml; charset=utf-8');
      response.end(document(number, dates));
    });
    asked.set(url, times);
    return url;
  });
  return {
    urls,
    askedAt: (url) => asked.get(url) ?? [],
    freeze() {
      isFrozen = true;
    },
  };
}

function document(number: number, dates: readonly number[]): string {
  const items = dates.slice(0, WINDOW).map((date, index) => {
    const name = `${number}-${dates.length - index}`;
    return {
      guid: name,
      link: `https://example.com/${name}`,
      title: `Item ${name}`,
      date: new Date(date).toISOString(),
    };
  });
  return rss({ title: `Source ${number}`, items });
}
