import { hintFor } from '../errors/hints.js';
import { type ExitCode, isMachineReadable } from '../kit/index.js';
import type { Host } from '../terminal/host.js';
import type { Invocation } from './command-line.js';
import { createContext } from './create-context.js';
import { report } from './report.js';

function isComplete({ verb, args }: Invocation): boolean {
  return Object.entries(verb.arguments).every(
    ([key, { required }]) => !required || (args[key] !== undefined && `${args[key]}` !== ''),
  );
}

/** Runs a verb and returns its exit code. */
export async function runVerb(invocation: Invocation, host: Host): Promise<ExitCode> {
  const { verb, args, options, globals } = invocation;
  const context = createContext(invocation, host);
  try {
    const given = isComplete(invocation)
      ? args
      : await (await import('./ask-missing.js')).askMissing(invocation, context);
    const code = await verb.run(context, given, options);
    // A verb that says 0 has finished what it was for, whatever signal came meanwhile.
    if (code !== 0) host.signal.throwIfAborted();
    return code ?? 0;
  } catch (error) {
    // After an abort, report the signal instead of the error it caused.
    const cause: unknown = host.signal.aborted ? host.signal.reason : error;
    return await report(cause, {
      stderr: host.streams.stderr,
      json: isMachineReadable(globals),
      debug: globals.debug,
      hint: hintFor(cause, context.used, { debug: globals.debug, typed: context.typed }),
    });
  } finally {
    await context.close();
  }
}
