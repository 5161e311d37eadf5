import type { SourceReaderOptions } from '../sources/create-source-reader.js';
import type { SourceReader } from '../sources/source-reader.js';

/** A reader that loads its parsers at the first reading: listing feeds must not wait for them. */
export function lazyReader(options: SourceReaderOptions): SourceReader {
  let loading: Promise<SourceReader> | undefined;
  const reader = () => {
    loading ??= loadReader(options);
    return loading;
  };
  return {
    read: async (...wanted) => (await reader()).read(...wanted),
    async close() {
      await loading?.then((loaded) => loaded.close());
    },
  };
}

async function loadReader(options: SourceReaderOptions): Promise<SourceReader> {
  const { createSourceReader } = await import('../sources/create-source-reader.js');
  return createSourceReader(options);
}
