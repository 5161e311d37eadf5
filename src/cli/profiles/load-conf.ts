/**
 * Loads conf. It writes through `atomically`, whose `when-exit` answers every signal by raising it
 * again, which would end a command in the middle of finishing its work: those listeners are taken
 * off as soon as they appear.
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
