import { choice, one, UsageError } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import type { Installed } from './install.js';
import { installCompletion, removeCompletion, shellOf } from './install.js';
import { SCRIPTS } from './scripts.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const ACTIONS = ['install', 'uninstall'] as const;

export const completion = defineVerb({
  name: 'completion',
  summary: 'Print or install completion for bash, zsh or fish',
  description:
    'Prints a script that completes commands, options, ids, titles, bundles, profiles, regions and field names. Names come from the account in use and are cached for up to a minute. install writes the script to the directory from which your shell loads completions, and prints what is left to do; start-up files such as ~/.bashrc are never changed. uninstall removes it.',
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
