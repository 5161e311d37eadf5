/**
 * Loads conf. Its dependency `atomically` uses `when-exit`, which re-raises every signal and would
 * end a command before it has cleaned up. Its listeners are therefore removed as soon as they are
 * added.
 */
export async function loadConf(): Promise<typeof import('conf').default> {
  const before = new Set(signalListeners().map(({ listener }) => listener));
  const { default: Conf } = await import('conf');
  for (const { signal, listener } of signalListeners()) {
    if (!before.has(listener)) process.off(signal, listener);
  }
  return Conf;
}

function signalListeners() {
  return process
    .eventNames()
    .filter((name) => typeof name === 'string' && name.startsWith('SIG'))
    .flatMap((signal) =>
      process.rawListeners(signal).map((listener) => ({
        signal,
        listener: listener as (...args: unknown[]) => void,
      })),
    );
}
