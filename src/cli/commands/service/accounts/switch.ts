import { one } from '../../../kit/index.js';
import { defineVerb, type Verb } from '../../../verbs/verb.js';
import { ACCOUNT_SAMPLE, ACCOUNT_VIEW } from './account-view.js';

export const disable = defineSwitch({
  name: 'disable',
  summary: 'Shut an account out, and keep everything it has',
  description:
    'Switches an account off at once: its keys get 403, its feeds are not refreshed, what it has published answers 404, and its webhooks get nothing until it is switched on again.',
  does: 'Shut out who uses too much',
  after: { enabled: false, disabled_at: '2026-02-01T09:00:00.000Z' },
});

export const enable = defineSwitch({
  name: 'enable',
  summary: 'Let an account in again',
  description:
    'Switches an account on again: its feeds go on where they were, and what waited for its webhooks is delivered.',
  does: 'Let them in again',
  after: {},
});

interface SwitchDefinition {
  name: 'enable' | 'disable';
  summary: string;
  description: string;
  does: string;
  after: object;
}

function defineSwitch({ name, summary, description, does, after }: SwitchDefinition): Verb {
  return defineVerb({
    name,
    summary,
    description,
    arguments: { account: one('ACCOUNT', 'the account, by its id or its name') },
    examples: [[`feedctl service accounts ${name} 'news desk'`, does]],
    output: { ...ACCOUNT_SAMPLE, ...after },
    exitCodes: [3, 7],
    async run(context, { account }) {
      const { withOperator } = await import('../operator.js');
      const changed = await withOperator(context, async ({ operator }) =>
        (await operator.accounts())[name](account),
      );
      await context.output.record(changed, ACCOUNT_VIEW);
      return undefined;
    },
  });
}
