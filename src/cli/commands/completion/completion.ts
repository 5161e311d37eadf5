import { one, UsageError } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = defineVerb({
  name: 'completion',
  summary: 'Print the completion script for bash, zsh or fish',
  description:
    'Prints a script that completes commands, options, ids, titles, bundles, profiles, regions and field names. Names come from the account in use and are cached for up to a minute.',
  arguments: { shell: one('SHELL', SHELLS.join(', ')) },
  examples: [
    ['source <(feedctl completion bash)', 'For this shell; in ~/.bashrc for every one'],
    ['source <(feedctl completion zsh)', 'For zsh: add this to ~/.zshrc, below compinit'],
    ['feedctl completion fish > ~/.config/fish/completions/feedctl.fish', 'Install for fish'],
  ],
  exitCodes: [],
  async run({ streams }, { shell }) {
    const known = SHELLS.find((each) => each === shell);
    if (known === undefined) {
      throw new UsageError(`There is no completion for "${shell}".`, {
        hint: `Shells: ${SHELLS.join(', ')}`,
      });
    }
    const { SCRIPTS } = await import('./scripts.js');
    await streams.stdout.write(SCRIPTS[known]);
    return undefined;
  },
});
