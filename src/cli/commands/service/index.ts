import { isNoun, type Noun, type Verb } from '../../verbs/verb.js';
import { refuseService } from '../base/refuse-service.js';
import { backup } from './backup.js';
import { copy } from './copy.js';
import { restore } from './restore.js';

/** Refuses the flags that choose another service: these verbs open the database itself. */
function onDatabase<Member extends Verb | Noun>(member: Member): Member {
  if (isNoun(member)) return { ...member, members: member.members.map(onDatabase) };
  const verb: Verb = member;
  return {
    ...member,
    run(context, args, options) {
      refuseService(
        context.globals,
        'feedctl service',
        (flag) => `Leave ${flag} out, or run the command on the machine of that service.`,
      );
      return verb.run(context, args, options);
    },
  };
}

export const service: Noun = {
  name: 'service',
  summary: 'Back up, restore and copy the database',
  description:
    'Backs up, restores and copies the database of the service directly, whether `feedctl serve` is running or not. Does not support --profile and --base-url.',
  members: [backup, restore, copy].map(onDatabase),
};
