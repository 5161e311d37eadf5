import type { PageSearch } from './read-page.js';

/**
 * The same search, which waits for `beforeParsing` when the first document has come: whatever is
 * parsed was fetched or rendered before.
 */
export function announcing(search: PageSearch, beforeParsing: () => Promise<void>): PageSearch {
  let announcement: Promise<void> | undefined;
  const announced = async <Document>(document: Document): Promise<Document> => {
    announcement ??= beforeParsing();
    await announcement;
    return document;
  };
  const { fetcher, renderer } = search;
  return {
    ...search,
    fetcher: {
      ...fetcher,
      async fetch(...request) {
        const answer = await fetcher.fetch(...request);
        return answer.notModified ? answer : announced(answer);
      },
    },
    renderer: renderer && {
      ...renderer,
      render: async (...request) => announced(await renderer.render(...request)),
    },
  };
}
