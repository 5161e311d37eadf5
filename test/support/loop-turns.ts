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

/**
 * What a piece of work gives, and whether another thread had to do a part of it. Nothing here is timed:
 * what this thread does by itself is done before the event loop turns, and another thread is heard
 * only when it does.
 */
export async function noticingThreads<T>(
  work: () => Promise<T>,
): Promise<{ result: T; isElsewhere: boolean }> {
  let isOver = false;
  const result = work().finally(() => {
    isOver = true;
  });
  // The second tick comes when all that was promised at the first one is kept.
  for (let tick = 0; tick < 2; tick += 1) await new Promise<void>(process.nextTick);
  const isElsewhere = !isOver;
  return { result: await result, isElsewhere };
}
