import { Command } from 'commander';
import { UsageError } from '../kit/index.js';

const DID_YOU_MEAN = /\n\(Did you mean (?:one of )?(.+)\?\)$/s;

/**
 * Converts a commander error: message and suggestion apart.
 * @param suggestion the likely command for arguments that the verb does not take
 */
export function usageError(
  code: string,
  message: string,
  path: readonly string[],
  suggestion: () => string | undefined,
): UsageError {
  const command = ['feedctl', ...path].join(' ');
  const text = message
    .replace(/^error: /, '')
    .replace(DID_YOU_MEAN, '')
    .replace(/\.$/, '');
  const meant = code === 'commander.excessArguments' ? suggestion() : undefined;
  const similar = DID_YOU_MEAN.exec(message)?.[1];
  return new UsageError(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`, {
    hint: meant === undefined ? hint(code, similar, command) : `Did you mean: ${meant}`,
  });
}

function hint(code: string, similar: string | undefined, command: string): string {
  if (similar === undefined) return `See: ${command} --help`;
  if (code !== 'commander.unknownCommand') return `Did you mean ${similar}?`;
  const commands = similar.split(', ').map((name) => `${command} ${name}`);
  return `Did you mean: ${commands.join(', or ')}`;
}

/** The names that commander suggests for a word; none when no name is like it. */
export function spelledLike(word: string, names: readonly string[]): readonly string[] {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const name of names) command.command(name);
  try {
    command.parse([word], { from: 'user' });
  } catch (error) {
    const similar = error instanceof Error ? DID_YOU_MEAN.exec(error.message)?.[1] : undefined;
    return similar?.split(', ') ?? [];
  }
  return [];
}
