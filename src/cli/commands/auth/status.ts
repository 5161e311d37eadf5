import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';

const SAMPLE = {
  source: 'profile',
  profile: 'feeds.example.com',
  kind: 'remote',
  baseUrl: 'https://feeds.example.com',
  apiKey: 'c_4fK2mPq8',
  serviceVersion: '0.1.0',
};

const VIEW: RecordView = {
  fields: columns('source profile kind baseUrl apiKey serviceVersion', {
    baseUrl: { heading: 'baseUrl' },
  }),
};

export const status = defineVerb({
  name: 'status',
  summary: 'Show and test the credentials in use',
  description:
    'Shows where the credentials in use come from (a profile, the environment or the embedded service) and tests them with one request. serviceVersion is null for a service that is not feedctl. Exits with 0 when they work and with 4 when they are missing or rejected.',
  examples: {
    'feedctl auth status': 'Show which service commands use',
    'feedctl auth status -q --json || exit': 'In a script: continue only when logged in',
  },
  output: SAMPLE,
  exitCodes: [4, 7],
  async run(context) {
    const used = await context.credentials();
    const client = await context.client();
    await context.during('Testing the credentials', () => client.listFeeds({ limit: 1 }));
    const { version } = client.service;
    await context.output.record({ ...(await shown(context, used)), serviceVersion: version }, VIEW);
  },
});

async function shown({ globals, env, profiles }: Context, used: Credentials): Promise<object> {
  if (used.kind === 'embedded') {
    const { current } = await profiles.read();
    const source = used.implied ? 'implied' : 'profile';
    const profile = globals.profile ?? env.FEEDCTL_PROFILE ?? current;
    const { keyInUse } = await import('../../profiles/embedded-keys.js');
    const apiKey = (await keyInUse(used, { env, profiles }))?.apiKey ?? null;
    return { source, profile, kind: used.kind, baseUrl: null, apiKey };
  }
  const { source, kind, baseUrl, apiKey } = used;
  return {
    source: source.kind,
    profile: source.kind === 'profile' ? source.name : null,
    kind,
    baseUrl,
    apiKey,
  };
}
