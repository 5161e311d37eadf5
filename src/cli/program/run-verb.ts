import { KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { hintFor } from '../errors/hints.js';
import { type ExitCode, isMachineReadable } from '../kit/index.js';
import type { Defaults } from '../profiles/profile.js';
import type { Host } from '../terminal/host.js';
import type { Invocation } from './command-line.js';
import { createContext } from './create-context.js';
import { report } from './report.js';

function isComplete({ verb, args }: Invocation): boolean {
  return Object.entries(verb.arguments).every(
    ([key, { required }]) => !required || (args[key] !== undefined && `${args[key]}` !== ''),
  );
}

/** The default edition of a search that names none. */
function regionOf({ options }: Invocation, { region }: Defaults): { region?: string } {
  const isSearch = KEYWORD_MODES.some((mode) => options[mode] !== undefined);
  const isOpen = 'region' in options && options.region === undefined;
  return isSearch && isOpen && region !== undefined ? { region } : {};
}

/** Runs a verb and returns its exit code. */
export async function runVerb(invocation: Invocation, host: Host): Promise<ExitCode> {
  const { verb, args, globals } = invocation;
  const context = await createContext(invocation, host);
  const options = { ...invocation.options, ...regionOf(invocation, context.defaults) };
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
      json: isMachineReadable(context.output.format),
      debug: globals.debug,
      hint: hintFor(cause, context.used, { debug: globals.debug, typed: context.typed }),
    });
  } finally {
    await context.close();
  }
}
