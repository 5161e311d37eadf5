import type { PageSearch } from './reading-options.js';

/**
 * The same search, which waits for `beforeParsing` when the first document has come: whatever is
 * parsed was fetched or rendered before.
 */
export function callBeforeParsing(
  search: PageSearch,
  beforeParsing: () => Promise<void>,
): PageSearch {
  let called: Promise<void> | undefined;
  const afterCall = async <Document>(document: Document): Promise<Document> => {
    called ??= beforeParsing();
    await called;
    return document;
  };
  const { fetcher, renderer } = search;
  return {
    ...search,
    fetcher: {
      ...fetcher,
      async fetch(...request) {
        const answer = await fetcher.fetch(...request);
        return answer.notModified ? answer : afterCall(answer);
      },
    },
    renderer: renderer && {
      ...renderer,
      render: async (...request) => afterCall(await renderer.render(...request)),
    },
  };
}
