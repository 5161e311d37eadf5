import { SECOND } from '../../../src/service/core/durations.js';
import { FIRST_RETRY } from '../../../src/service/schedule/backoff.js';
import type { Visit, Web } from './web.js';

/** A sentence for every request that came sooner than it may, worked out from the servers' log. */
export function impoliteness(web: Web): string[] {
  const crowd = web.busiest > 2 ? [`${web.busiest} requests at once came to one domain.`] : [];
  return [...crowd, ...hasty(web.visits), ...uninvited(web.visits)];
}

/** Requests to one domain start a second apart. */
function hasty(visits: readonly Visit[]): string[] {
  const last = new Map<string, number>();
  return visits.flatMap(({ domain, at, isRedirected }) => {
    const since = at - (last.get(domain) ?? Number.NEGATIVE_INFINITY);
    last.set(domain, at);
    // A redirect within a domain is followed in the same turn.
    if (isRedirected || since >= SECOND) return [];
    return [`${domain} was asked again after ${since} ms.`];
  });
}

/** A domain that answers 429 or 503 is not asked before the time it gave, else for ten minutes. */
function uninvited(visits: readonly Visit[]): string[] {
  const blocks = new Map<string, { from: number; until: number }>();
  return visits.flatMap(({ domain, at, answer }) => {
    const block = blocks.get(domain);
    const isBusy = answer.status === 429 || answer.status === 503;
    if (isBusy) {
      const named = answer.headers['retry-after'];
      const patience = named === undefined ? FIRST_RETRY : Number(named) * SECOND;
      const until = Math.max(at + patience, block?.until ?? 0);
      // What waited for its turn at that moment comes a second later, and is asked all the same.
      blocks.set(domain, { from: at + SECOND, until });
    }
    const broken = block !== undefined && block.from < at && at < block.until;
    return broken ? [`${domain} was asked although it had asked to be left alone.`] : [];
  });
}
