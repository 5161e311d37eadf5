import { ClosedPipe, Interrupted } from '../kit/index.js';
import { colourFlags, type NodeStreams, openStreams, type Streams } from './streams.js';

/** What a command uses from its process; tests provide their own. */
export interface Host {
  env: NodeJS.ProcessEnv;
  streams: Streams;
  /** The raw streams, for prompts. */
  terminal: Pick<NodeStreams, 'stdin' | 'stderr'>;
  /** Aborted by a signal (reason: Interrupted) or by a closed pipe (reason: ClosedPipe). */
  signal: AbortSignal;
  /** Removes the signal handlers. */
  release(): void;
}

/** Signals that end a command in order, besides Ctrl-C: SIGTERM, a closed terminal, and Ctrl-\\. */
const ENDING = ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * A listener for SIGUSR1 that does nothing: without one, Node would open an inspector through which
 * other processes of this user could run code.
 */
function ignore(): void {}

/** The host of a real run. */
export function processHost(argv: readonly string[]): Host {
  const controller = new AbortController();
  const streams = openStreams(process, {
    env: process.env,
    ...colourFlags(argv),
    stdoutFd: 1,
    signal: controller.signal,
    onClosedPipe: () => controller.abort(new ClosedPipe()),
  });
  // Handled once: a second Ctrl-C has no listener, so Node ends the process at once.
  const onInterrupt = () => controller.abort(new Interrupted(130));
  const onTerminate = () => controller.abort(new Interrupted(143));
  process.once('SIGINT', onInterrupt);
  for (const name of ENDING) process.once(name, onTerminate);
  process.on('SIGUSR1', ignore);
  return {
    env: process.env,
    streams,
    terminal: process,
    signal: controller.signal,
    release() {
      process.off('SIGINT', onInterrupt).off('SIGUSR1', ignore);
      for (const name of ENDING) process.off(name, onTerminate);
    },
  };
}
