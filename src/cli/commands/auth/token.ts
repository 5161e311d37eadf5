import { embeddedKey } from '../../connection/embedded.js';
import { keyInUse } from '../../profiles/embedded-keys.js';
import { defineVerb } from '../../verbs/verb.js';

export const token = defineVerb({
  name: 'token',
  summary: 'Print key:secret of the credentials in use',
  description: `
    Prints key:secret of the credentials in use and nothing else, for tools that call the service
    directly with the header Authorization: Bearer key:secret. Sends no request. The first time, it
    creates the key of the embedded service, which commands do without.
  `,
  examples: {
    'curl -H "Authorization: Bearer $(feedctl auth token)" $URL/v1/feeds':
      'Call the service with curl',
    'feedctl auth token | feedctl auth login --base-url $URL --with-token':
      'Copy the login to another service address',
  },
  output: { token: 'c_key:s_secret' },
  exitCodes: [4],
  async run(context) {
    const pair =
      (await keyInUse(await context.credentials(), context)) ?? (await embeddedKey(context));
    const joined = `${pair.apiKey}:${pair.apiSecret}`;
    await context.output.value(
      context.output.format === 'table' ? `${joined}\n` : { token: joined },
    );
  },
});
