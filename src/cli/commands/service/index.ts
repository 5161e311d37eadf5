import { type GlobalOptions, UsageError } from '../../kit/index.js';
import { isNoun, type Noun, type Verb } from '../../verbs/verb.js';
import { backup } from './backup.js';
import { check } from './check.js';
import { copy } from './copy.js';
import { restore } from './restore.js';

/**
 * Rejects the flags that select another service: these verbs open the database directly, and an
 * ignored flag could restore the wrong database.
 */
function onDatabase<Member extends Verb | Noun>(member: Member): Member {
  if (isNoun(member)) return { ...member, members: member.members.map(onDatabase) };
  const verb: Verb = member;
  return {
    ...member,
    run(context, args, options) {
      refuseService(context.globals);
      return verb.run(context, args, options);
    },
  };
}

function refuseService({ profile, baseUrl }: GlobalOptions): void {
  const flag = profile === undefined ? '--base-url' : '--profile';
  if (profile === undefined && baseUrl === undefined) return;
  throw new UsageError(`feedctl service opens a database directly and does not support ${flag}.`, {
    hint: `Omit ${flag}, or run the command on the machine of that service.`,
  });
}

export const service: Noun = {
  name: 'service',
  summary: 'Back up, restore, copy and check the database',
  description:
    'Backs up, restores, copies and checks the database of the service directly, whether `feedctl serve` is running or not. Does not support --profile and --base-url.',
  members: [backup, restore, copy, check].map(onDatabase),
};
