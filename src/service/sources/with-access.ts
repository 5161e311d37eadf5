import type { SourceAccess } from '../../contract/index.js';
import { type Fetcher, type RequestAccess, requestAccess } from '../fetch/index.js';
import type { PageSearch } from './reading-options.js';
import { createRobotsRules, ignoredRobots } from './robots/robots-rules.js';

/**
 * The same search with the headers, credentials and proxy of a source in every request. Its origin
 * alone receives the headers; see `RequestAccess`.
 */
export function withAccess(search: PageSearch, sourceUrl: string, given: SourceAccess): PageSearch {
  const access = requestAccess(sourceUrl, given);
  const { fetcher, renderer } = search;
  return {
    ...search,
    fetcher: sending(fetcher, access),
    robots: robotsThrough(search, access),
    renderer: renderer && {
      ...renderer,
      render: (url, options) => renderer.render(url, { ...options, access }),
    },
  };
}

function sending(fetcher: Fetcher, access: RequestAccess): Fetcher {
  return {
    ...fetcher,
    fetch: (address, request) => fetcher.fetch(address, { ...request, access }),
  };
}

/**
 * The rules of a site are shared between feeds, so they are read without credentials. A site behind
 * a proxy of the feed may be reachable through that only: then they are read for this feed alone.
 */
function robotsThrough({ robots, fetcher, clock }: PageSearch, access: RequestAccess) {
  if (access.proxy === null || robots === ignoredRobots) return robots;
  return createRobotsRules({ fetcher: sending(fetcher, { ...access, headers: {} }), clock });
}
