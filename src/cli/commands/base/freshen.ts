import type { Context } from '../../verbs/context.js';

/**
 * Where nothing refreshes feeds by itself - the embedded service without a live `serve` - reads what
 * is due of a feed or bundle before it is shown, for 10 s at most, and says what stayed old.
 */
export async function freshen(context: Context, id: string): Promise<void> {
  const service = await context.embedded();
  if (service === null) return;
  const refresher = await service.refresher();
  const looked = await context
    .during('Looking for news', () => refresher.beforeReading(service.owner, id))
    .catch(async (error: unknown) => {
      // What is stored can be read when nothing can be written: the disk may be full.
      if (!isUnwritable(error)) throw error;
      await context.notes.note(
        `Nothing could be refreshed, so this is what is stored: ${error.message}`,
      );
      return null;
    });
  if (looked === null) return;
  const { failed, unfinished } = looked;
  const [first] = failed;
  if (failed.length === 1 && first?.error) {
    await context.notes.note(
      `${first.title} could not be refreshed, so this is what is stored: ${first.error.message}`,
    );
  } else if (failed.length > 1) {
    await context.notes.note(
      `${failed.length} feeds could not be refreshed, so this is what is stored of them. To see why: feedctl refresh ${id}`,
    );
  }
  if (unfinished > 0) {
    const some = unfinished === 1 ? 'A source is' : `${unfinished} sources are`;
    await context.notes.note(
      `${some} slow to answer, so this is what is stored. To wait: feedctl refresh ${id}`,
    );
  }
}

function isUnwritable(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'STORE_UNAVAILABLE';
}
