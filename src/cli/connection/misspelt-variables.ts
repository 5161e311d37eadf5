import {
  ACCOUNT_VARIABLES,
  OPERATOR_SETTINGS,
  PREFERENCE_VARIABLES,
} from '../../resources/operator.js';
import { spelledLike } from '../kit/spelled-like.js';
import type { Notes } from '../output/notes.js';

/**
 * Warns of variables that are spelled almost like one of feedctl: they have no effect, and nothing
 * else says so. Other names may be those of secrets, which files refer to as `env:NAME`.
 */
export async function warnMisspelt(env: NodeJS.ProcessEnv, notes: Notes): Promise<void> {
  const known = [
    ...OPERATOR_SETTINGS.map(({ name }) => name),
    ...Object.keys(ACCOUNT_VARIABLES),
    ...Object.keys(PREFERENCE_VARIABLES),
  ];
  const names: ReadonlySet<string> = new Set(known);
  const others = Object.keys(env).filter((name) => name.startsWith('FEEDCTL_') && !names.has(name));
  for (const name of others) {
    const [meant] = spelledLike(name, known);
    if (meant === undefined) continue;
    await notes.warn(
      `The environment variable ${name} has no effect. Did you mean ${meant}? All: feedctl help environment`,
    );
  }
}
