import { KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { runCompletion } from '../completion/index.js';
import { hintFor } from '../errors/hints.js';
import { type ExitCode, isMachineReadable } from '../kit/index.js';
import type { Defaults } from '../profiles/profile.js';
import { type Host, processHost } from '../terminal/host.js';
import { type Invocation, readCommandLine, unknownCommand } from './command-line.js';
import { createContext } from './create-context.js';
import { report } from './report.js';

/**
 * Runs one command line.
 *
 * @param argv the words after the program's name
 * @returns the exit code; the caller ends the process
 */
export async function main(argv: readonly string[]): Promise<number> {
  const host = processHost(argv);
  try {
    return await execute(argv, host);
  } finally {
    host.release();
  }
}

/** `main` on a given host, for tests without a process. */
export async function execute(argv: readonly string[], host: Host): Promise<number> {
  try {
    if (argv[0] === '__complete') {
      return runCompletion(argv.slice(1), host);
    }
    const unknown = unknownCommand(argv);
    if (unknown !== undefined) {
      const { runExtension } = await import('./extension.js');
      const code = await runExtension(unknown, argv.slice(1), host);
      if (code !== undefined) return code;
    }
    const wanted = await readCommandLine(argv, host.streams);
    if (typeof wanted === 'string') {
      await host.streams.stdout.write(wanted.endsWith('\n') ? wanted : `${wanted}\n`);
      return 0;
    }
    return await runVerb(wanted, host);
  } catch (error) {
    return report(error, { stderr: host.streams.stderr, ...styleOf(argv) });
  }
}

/** Runs a verb and returns its exit code. */
async function runVerb(invocation: Invocation, host: Host): Promise<ExitCode> {
  const { verb, args, globals } = invocation;
  const context = await createContext(invocation, host);
  const options = { ...invocation.options, ...regionOf(invocation, context.defaults) };
  try {
    const given = isCompleteCommand(invocation)
      ? args
      : await (await import('./ask-missing.js')).askMissing(invocation, context);
    const code = await verb.run(context, given, options);
    // A verb that returns 0 has completed, even if a signal arrived meanwhile.
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

function isCompleteCommand({ verb, args }: Invocation): boolean {
  return Object.entries(verb.arguments).every(
    ([key, { required }]) => !required || (args[key] !== undefined && `${args[key]}` !== ''),
  );
}

/** The default edition for a search without one. */
function regionOf({ options }: Invocation, { region }: Defaults): { region?: string } {
  const isSearch = KEYWORD_MODES.some((mode) => options[mode] !== undefined);
  const isOpen = 'region' in options && options.region === undefined;
  return isSearch && isOpen && region !== undefined ? { region } : {};
}

/** The error format that a command line requests, even if it cannot be parsed. */
function styleOf(argv: readonly string[]): { json: boolean; debug: boolean } {
  const json = argv.some((word, index) =>
    /^(?:--json|(?:-o|--output=)(?:jsonl?|yaml))$/.test(
      word === '-o' || word === '--output' ? `-o${argv[index + 1] ?? ''}` : word,
    ),
  );
  return { json, debug: argv.includes('--debug') };
}
