import { readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { messageOf } from '../../../base/errors.js';
import { makeDirectory } from '../../../base/make-directory.js';
import { CliError, choice, one, UsageError } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { SCRIPTS } from './scripts.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const ACTIONS = ['install', 'uninstall'] as const;

export const completion = defineVerb({
  name: 'completion',
  summary: 'Print or install completion for bash, zsh or fish',
  description: `
    Prints a script that completes commands, options, ids, titles, bundles, profiles, regions and
    field names. Names come from the account in use and are cached for up to a minute. install
    writes the script to the directory from which your shell loads completions, and prints what is
    left to do; start-up files such as ~/.bashrc are never changed. uninstall removes it.
  `,
  arguments: { shell: one('SHELL', `${SHELLS.join(', ')}; or ${ACTIONS.join(', ')}`) },
  options: {
    shell: choice(SHELLS, 'SHELL', 'for install and uninstall, instead of the shell in $SHELL'),
  },
  examples: {
    'feedctl completion install': 'Install for the shell in use',
    'feedctl completion uninstall --shell fish': 'Remove the script of fish',
    'source <(feedctl completion bash)': 'For this bash only',
    'source <(feedctl completion zsh)': 'For this zsh only, after compinit',
  },
  exitCodes: [1],
  async run({ streams, env, notes }, { shell: typed }, { shell }) {
    const action = ACTIONS.find((each) => each === typed);
    if (action !== undefined) {
      const change = action === 'install' ? installCompletion : removeCompletion;
      const changed = await change(shell ?? shellOf(env), env);
      await streams.stdout.write(`${describeChange(changed)}\n`);
      if (changed.startUp !== null) await notes.note(changed.startUp);
      return undefined;
    }
    const known = SHELLS.find((each) => each === typed);
    if (known === undefined) {
      throw new UsageError(`There is no completion for "${typed}".`, {
        hint: `Shells: ${SHELLS.join(', ')}`,
      });
    }
    if (shell !== undefined) throw new UsageError('--shell requires install or uninstall.');
    await streams.stdout.write(SCRIPTS[known]);
  },
});

function describeChange({ file, outcome }: Installed): string {
  const lines = {
    installed: `Installed: ${file}`,
    updated: `Updated: ${file}`,
    unchanged: `Already installed: ${file}`,
    removed: `Removed: ${file}`,
    absent: `Not installed: ${file}`,
  };
  return lines[outcome];
}

export type Shell = keyof typeof SCRIPTS;

/** What was installed, and what the user must still do. */
export interface Installed {
  file: string;
  outcome: 'installed' | 'updated' | 'unchanged' | 'removed' | 'absent';
  /**
   * Lines for the start-up file of the shell, which feedctl never changes; null if none are needed.
   */
  startUp: string | null;
}

/** First line of the scripts of all releases. */
const MARK = '# Completion of feedctl for';

/**
 * Writes the script to the directory from which the user's shell loads completions. @throws
 * CliError if another program wrote the file, or if it cannot be written
 */
async function installCompletion(shell: Shell, env: NodeJS.ProcessEnv): Promise<Installed> {
  const file = completionFile(shell, env);
  const before = await readOwn(file);
  const startUp = startUpLines(shell, file);
  if (before === SCRIPTS[shell]) return { file, outcome: 'unchanged', startUp };
  try {
    makeDirectory(dirname(file));
    await writeFile(file, SCRIPTS[shell]);
  } catch (error) {
    throw unwritable(file, error);
  }
  return { file, outcome: before === null ? 'installed' : 'updated', startUp };
}

/** @throws CliError if another program wrote the file, or if it cannot be removed */
async function removeCompletion(shell: Shell, env: NodeJS.ProcessEnv): Promise<Installed> {
  const file = completionFile(shell, env);
  if ((await readOwn(file)) === null) return { file, outcome: 'absent', startUp: null };
  await rm(file).catch((error: unknown) => {
    throw unwritable(file, error);
  });
  return { file, outcome: 'removed', startUp: null };
}

/** The shell of the user, by `$SHELL`. */
function shellOf({ SHELL = '' }: NodeJS.ProcessEnv): Shell {
  const name = basename(SHELL);
  if (name === 'bash' || name === 'zsh' || name === 'fish') return name;
  throw new UsageError(
    SHELL === ''
      ? 'The variable SHELL is not set: name the shell.'
      : `There is no completion for the shell ${SHELL}.`,
    { hint: 'feedctl completion install --shell bash (or zsh, fish)' },
  );
}

function completionFile(shell: Shell, env: NodeJS.ProcessEnv): string {
  const home = env.HOME ?? homedir();
  const data = absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share');
  const config = absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config');
  const bash = absolute(env.BASH_COMPLETION_USER_DIR) ?? join(data, 'bash-completion');
  const files = {
    bash: join(bash, 'completions', 'feedctl'),
    zsh: join(data, 'zsh', 'site-functions', '_feedctl'),
    fish: join(config, 'fish', 'completions', 'feedctl.fish'),
  };
  return files[shell];
}

/** The XDG specification says to ignore relative paths. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function startUpLines(shell: Shell, file: string): string | null {
  if (shell === 'fish') return null;
  if (shell === 'zsh') {
    return `zsh must search the directory. If it does not yet, add this to ~/.zshrc: fpath=('${dirname(file)}' $fpath); autoload -Uz compinit; compinit`;
  }
  return 'bash loads it with the package bash-completion. Without that package, add this to ~/.bashrc: source <(feedctl completion bash)';
}

async function readOwn(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unwritable(file, error);
  });
  if (text === null || text.includes(MARK)) return text;
  throw new CliError(`${file} is not a completion script of feedctl; it was not changed.`, {
    exitCode: 1,
    code: 'FILE_EXISTS',
    hint: 'Move it away, and run the command again.',
  });
}

function unwritable(file: string, error: unknown): CliError {
  const reason = messageOf(error);
  return new CliError(`The completion script ${file} cannot be changed: ${reason}.`, {
    exitCode: 1,
    code: 'FILE_UNWRITABLE',
    hint: 'Print the script instead, and store it yourself: feedctl completion SHELL',
    cause: error,
  });
}
