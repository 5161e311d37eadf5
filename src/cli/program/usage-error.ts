import type { CommanderError } from 'commander';
import { shellCommand, UsageError } from '../kit/index.js';
import { DID_YOU_MEAN, spelledLike } from '../kit/spelled-like.js';

interface UsageFacts {
  path: readonly string[];
  /** Every form of every option of the command. */
  flags: readonly string[];
  /** The likely command for arguments that the verb does not take. */
  suggestion(): string | undefined;
}

/** Converts an error of commander into a message and a suggestion. */
export function usageError({ code, message }: CommanderError, facts: UsageFacts): UsageError {
  const text = message
    .replace(/^error: /, '')
    .replace(DID_YOU_MEAN, '')
    .replace(/^option '(?:.*, )?(--[\w-]+) (.*)' argument missing$/, '$1 requires a value: $1 $2')
    .replace(
      /^too many arguments for '(\S+)'\. Expected (\d+) arguments? but got (\d+)\.?$/,
      (_, verb, wanted, got) =>
        `Too many arguments: ${verb} takes ${wanted === '0' ? 'none' : wanted}, not ${got}`,
    )
    .replace(/\.?$/, '.');
  return new UsageError(text.charAt(0).toUpperCase() + text.slice(1), {
    hint: hint(code, message, facts),
  });
}

function hint(code: string, message: string, { path, flags, suggestion }: UsageFacts): string {
  const command = shellCommand(['feedctl', ...path]);
  const meant = code === 'commander.excessArguments' ? suggestion() : undefined;
  if (meant !== undefined) return `Did you mean: ${meant}`;
  if (code === 'commander.unknownOption') {
    const [, typed = ''] = /'--([^'=]+)/.exec(message) ?? [];
    const longs = flags.flatMap((flag) => (flag.startsWith('--') ? [flag.slice(2)] : []));
    const similar = spelledLike(typed, longs).map((name) => `--${name}`);
    if (similar.length > 0) return `Did you mean ${similar.join(', ')}?`;
  }
  const similar = DID_YOU_MEAN.exec(message)?.[1]?.split(', ') ?? [];
  if (similar.length === 0) return `See: ${command} --help`;
  return `Did you mean: ${similar.map((name) => `${command} ${name}`).join(', or ')}`;
}
