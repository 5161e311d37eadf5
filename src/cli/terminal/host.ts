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
  process.once('SIGINT', onInterrupt).once('SIGTERM', onTerminate);
  return {
    env: process.env,
    streams,
    terminal: process,
    signal: controller.signal,
    release() {
      process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
    },
  };
}
