import { flag, UsageError } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

const SAMPLE = {
  profile: 'feeds.example.com',
  kind: 'remote',
  baseUrl: 'https://feeds.example.com',
};

export const login = defineVerb({
  name: 'login',
  summary: 'Connect to a service and remember its credentials',
  description:
    'Asks for the address, the API key and the API secret of a service, tries them with one request and stores them as a profile for this user only. The key and the secret are in the API section of the account settings. They are never taken from the command line, where other programs could read them: scripts pipe key:secret into --with-token.',
  options: {
    embedded: flag('use the service inside this program, and no longer say so each time'),
    withToken: flag('read key:secret from standard input'),
  },
  examples: [
    ['feedctl auth login --base-url https://feeds.example.com', 'Asks for key and secret'],
    [
      'feedctl auth login --base-url https://feeds.example.com --with-token < token.txt',
      'In a script, from a file that holds key:secret',
    ],
    ['feedctl auth login --embedded', 'Use the service inside this program'],
  ],
  output: SAMPLE,
  exitCodes: [1, 4, 6, 7, 130],
  async run(context, _args, { embedded, withToken }) {
    const { baseUrl, profile } = context.globals;
    if (!embedded) {
      const { loginRemote } = await import('./login-remote.js');
      await loginRemote(context, { withToken });
      return undefined;
    }
    if (withToken || baseUrl !== undefined) {
      throw new UsageError('--embedded takes neither --base-url nor --with-token.', {
        hint: 'The service inside this program needs no address and makes its own key.',
      });
    }
    if (profile !== undefined && profile !== 'embedded') {
      throw new UsageError('The service inside this program always has the profile "embedded".');
    }
    const { loginEmbedded } = await import('./login-embedded.js');
    await loginEmbedded(context);
    return undefined;
  },
});
