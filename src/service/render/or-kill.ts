/** A browser that is asked to close something and is not done by then is ended by force. */
const PATIENCE_MS = 2_000;

/** Waits for something to close, and kills the browser when that takes too long. */
export async function orKill(closing: Promise<unknown>, kill: () => void): Promise<void> {
  const timer = setTimeout(kill, PATIENCE_MS);
  try {
    await closing;
  } catch {
    // Closed together with the browser.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects a while after `signal` was aborted: killing has not helped then, because what the
 * browser said before is still being worked off. Nobody is to wait for that.
 */
export function abandoned(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const later = () => setTimeout(() => reject(signal.reason), PATIENCE_MS + 500).unref();
    signal.addEventListener('abort', later, { once: true });
  });
}
