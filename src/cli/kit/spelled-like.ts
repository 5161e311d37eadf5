import { Command } from 'commander';

/** How commander ends a message that has suggestions. */
export const DID_YOU_MEAN = /\n\(Did you mean (?:one of )?(.+)\?\)$/s;

/** The names that commander suggests for a word; none when no name is like it. */
export function spelledLike(word: string, names: readonly string[]): readonly string[] {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const name of new Set(names)) command.command(name);
  try {
    command.parse([word], { from: 'user' });
  } catch (error) {
    const similar = error instanceof Error ? DID_YOU_MEAN.exec(error.message)?.[1] : undefined;
    return similar?.split(', ') ?? [];
  }
  return [];
}
