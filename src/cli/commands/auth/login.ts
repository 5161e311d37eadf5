import { flag, UsageError } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

const SAMPLE = {
  profile: 'feeds.example.com',
  kind: 'remote',
  baseUrl: 'https://feeds.example.com',
};

export const login = defineVerb({
  name: 'login',
  summary: 'Connect to a service and store its credentials',
  description:
    'Asks for the address of a service (https:// is assumed; an empty answer selects the embedded service), checks that it answers, asks for its API key and API secret, tests them with one request and stores them as a profile that only this user can read. The key and secret are in the API section of the account settings. They are never taken from the command line, where other programs could read them; scripts pipe key:secret to --with-token.',
  options: {
    embedded: flag('use the embedded service, without the notice'),
    withToken: flag('read key:secret from standard input'),
  },
  examples: {
    'feedctl auth login --base-url https://feeds.example.com': 'Log in; asks for key and secret',
    'feedctl auth login --base-url https://feeds.example.com --with-token < token.txt':
      'Log in from a script; the file contains key:secret',
    'feedctl auth login --embedded': 'Use the embedded service',
  },
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
      throw new UsageError('--embedded cannot be combined with --base-url or --with-token.', {
        hint: 'The embedded service needs no address and creates its own key.',
      });
    }
    if (profile !== undefined && profile !== 'embedded') {
      throw new UsageError('The embedded service always uses the profile "embedded".');
    }
    const { loginEmbedded } = await import('./login-embedded.js');
    await loginEmbedded(context);
  },
});
