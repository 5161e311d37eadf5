import { runCompletion } from '../completion/index.js';
import { type Host, processHost } from '../terminal/host.js';
import { readCommandLine, unknownCommand } from './command-line.js';
import { report } from './report.js';
import { runVerb } from './run-verb.js';

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

/** Error format requested by a command line that could not be parsed. */
function styleOf(argv: readonly string[]): { json: boolean; debug: boolean } {
  const json = argv.some((word, index) =>
    /^(?:--json|(?:-o|--output=)(?:jsonl?|yaml))$/.test(
      word === '-o' || word === '--output' ? `-o${argv[index + 1] ?? ''}` : word,
    ),
  );
  return { json, debug: argv.includes('--debug') };
}
