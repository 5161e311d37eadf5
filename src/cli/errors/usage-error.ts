import { UsageError } from '../frame.js';

const DID_YOU_MEAN = /\n\(Did you mean (?:one of )?(.+)\?\)$/s;

/** Says what commander found wrong in our form: message and suggestion apart. */
export function usageError(code: string, message: string, path: readonly string[]): UsageError {
  const command = ['feedctl', ...path].join(' ');
  const text = message
    .replace(/^error: /, '')
    .replace(DID_YOU_MEAN, '')
    .replace(/\.$/, '');
  return new UsageError(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`, {
    hint: hint(code, DID_YOU_MEAN.exec(message)?.[1], command),
  });
}

function hint(code: string, similar: string | undefined, command: string): string {
  if (similar === undefined) return `See: ${command} --help`;
  if (code !== 'commander.unknownCommand') return `Did you mean ${similar}?`;
  const commands = similar.split(', ').map((name) => `${command} ${name}`);
  return `Did you mean: ${commands.join(', or ')}`;
}
