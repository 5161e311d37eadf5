/**
 * Factor by which work may exceed its deadline by the clock, even if it used less time of a core.
 */
const MAX_CLOCK_FACTOR = 4;

/**
 * How much longer work may last, milliseconds; 0 or less when its time is over. Its time is that of
 * a core, not of the clock: a busy machine gives a thread a fraction of the time that passes, and
 * ordinary work must not be refused as too expensive for that.
 *
 * @param usedMs time of a core that this process has had since the work began.
 * @param elapsedMs time by the clock since then.
 */
export function timeLeft(deadlineMs: number, usedMs: number, elapsedMs: number): number {
  return Math.min(
    Math.max(deadlineMs - usedMs, deadlineMs - elapsedMs),
    MAX_CLOCK_FACTOR * deadlineMs - elapsedMs,
  );
}

/**
 * Calls `end` when the time is over. @returns a function that cancels this, and returns the
 * remaining time
 */
export function startDeadline(deadlineMs: number, end: () => void): () => number {
  const startedAt = performance.now();
  const usage = process.cpuUsage();
  let timer = setTimeout(check, deadlineMs);

  function left(): number {
    const { user, system } = process.cpuUsage(usage);
    return timeLeft(deadlineMs, (user + system) / 1000, performance.now() - startedAt);
  }
  function check(): void {
    if (left() <= 0) end();
    else timer = setTimeout(check, Math.ceil(left()));
  }
  return () => {
    clearTimeout(timer);
    return left();
  };
}
