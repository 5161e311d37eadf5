import { CredentialsError } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';

export const token = defineVerb({
  name: 'token',
  summary: 'Print key:secret of the credentials in use',
  description:
    'Prints key:secret of the credentials in use and nothing else, for tools that speak to the service themselves: they send it as the Authorization header Bearer key:secret. Asks nothing of the service.',
  examples: [
    ['curl -H "Authorization: Bearer $(feedctl auth token)" $URL/v1/feeds', 'Call it with curl'],
    ['feedctl auth token | feedctl auth login --base-url $URL --with-token', 'Copy a login'],
  ],
  output: { token: 'c_key:s_secret' },
  exitCodes: [4],
  async run(context) {
    const used = await context.credentials();
    const pair = used.kind === 'remote' ? used : await embeddedKey(context);
    if (pair === undefined) {
      throw new CredentialsError('The service inside feedctl has no key yet.', {
        hint: 'Make one: feedctl auth login --embedded',
      });
    }
    const joined = `${pair.apiKey}:${pair.apiSecret}`;
    await context.output.value(
      context.output.format === 'table' ? `${joined}\n` : { token: joined },
    );
    return undefined;
  },
});

async function embeddedKey({ env, profiles }: Context) {
  const { databasePlace } = await import('../../profiles/database-place.js');
  const { storedKey } = await import('../../profiles/embedded-keys.js');
  return storedKey(profiles, databasePlace(env).shown);
}

export const LOGIN_VIEW: RecordView = {
  fields: [{ field: 'profile', kind: 'id' }, { field: 'kind' }, { field: 'baseUrl', kind: 'url' }],
};
