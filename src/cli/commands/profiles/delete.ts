import { defineVerb, one } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import { knownProfile } from './known.js';

const VIEW: RecordView = {
  fields: [
    { field: 'name', kind: 'id' },
    { field: 'deleted', kind: 'state' },
  ],
};

export const deleteProfile = defineVerb({
  name: 'delete',
  summary: 'Delete a profile with its stored credentials',
  description:
    'Deletes a profile with its stored key and secret. Nothing changes at the service. When it was the profile in use, none is in use afterwards. Asks first on a terminal; elsewhere it needs --yes.',
  arguments: { name: one('NAME', 'the profile to delete') },
  examples: [['feedctl profiles delete work', 'Forget the credentials of work']],
  output: { name: 'work', deleted: true },
  exitCodes: [1, 3],
  async run(context, { name }) {
    const { confirm } = await import('../base/confirm.js');
    knownProfile(name, await context.profiles.read());
    await confirm(context, `Delete profile ${name} and its credentials?`, 'Nothing was deleted.');
    await context.profiles.change(({ current, profiles: { [name]: _gone, ...profiles } }) => ({
      current: current === name ? null : current,
      profiles,
    }));
    await context.output.record({ name, deleted: true }, VIEW);
    return undefined;
  },
});
