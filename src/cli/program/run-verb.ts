import { hintFor } from '../errors/hints.js';
import { type ExitCode, isMachineReadable } from '../kit/index.js';
import type { Host } from '../terminal/host.js';
import type { Invocation } from './command-line.js';
import { createContext } from './create-context.js';
import { report } from './report.js';

/** Runs a verb and returns its exit code. */
export async function runVerb(invocation: Invocation, host: Host): Promise<ExitCode> {
  const { verb, args, options, globals } = invocation;
  const context = createContext(invocation, host);
  try {
    const code = await verb.run(context, args, options);
    host.signal.throwIfAborted();
    return code ?? 0;
  } catch (error) {
    // After an abort, report the signal instead of the error it caused.
    const cause: unknown = host.signal.aborted ? host.signal.reason : error;
    return await report(cause, {
      stderr: host.streams.stderr,
      json: isMachineReadable(globals),
      debug: globals.debug,
      hint: hintFor(cause, context.used, globals),
    });
  } finally {
    await context.close();
  }
}
