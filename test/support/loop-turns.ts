/**
 * What a piece of work gives, and how often the event loop came to a timer of a millisecond while it
 * was done: often where the work is done in another thread, at most once where it is done in this one.
 */
export async function countingTurns<T>(
  work: () => Promise<T>,
): Promise<{ result: T; turns: number }> {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    clearInterval(timer);
  }
}
