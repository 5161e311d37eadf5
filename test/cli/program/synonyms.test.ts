import { expect, it } from 'vitest';
import { run } from '../../support/cli-host.js';

it.each([
  ['feed list', 'feedctl feeds list'],
  ['feed ls --all', 'feedctl feeds list --all'],
  ['feeds ls', 'feedctl feeds list'],
  ['ls', 'feedctl feeds list'],
  ['add a.example/news', 'feedctl feeds create a.example/news'],
  ['a.example', 'feedctl feeds create a.example, or feedctl preview a.example'],
  [
    'https://a.example/news -o id',
    'feedctl feeds create https://a.example/news -o id, or feedctl preview https://a.example/news -o id',
  ],
  ['feeds unpause Mine', 'feedctl feeds resume Mine'],
  ['feeds refresh Mine', 'feedctl refresh Mine'],
  ['feeds fetch Mine', 'feedctl refresh Mine'],
  ['-q feeds tail Mine', 'feedctl -q watch Mine'],
  ['feeds delete Mine --force', 'feedctl feeds delete Mine --yes'],
  ['watch Mine --every 5m', 'feedctl watch Mine --interval 5m'],
  ['man', 'feedctl help'],
  ['man feeds', 'feedctl help feeds'],
  ['audit --only empty', 'feedctl health --only empty'],
  ['repair Mine', 'feedctl health Mine --fix'],
  ['unpause Mine', 'feedctl feeds resume Mine'],
  ['service check --repair', 'feedctl doctor --repair --database'],
  ['check', 'feedctl health, or feedctl doctor'],
  ['feeds refetch Mine --missing', 'feedctl refresh Mine --missing --texts'],
  ['webhooks replay dlv_1', 'feedctl webhooks resend dlv_1'],
  ['webhooks delivery dlv_1 -q', 'feedctl webhooks deliveries dlv_1 -q'],
  ['-q accounts disable ci', 'feedctl -q accounts update ci --disable'],
  ['accounts limits ci --feeds 5', 'feedctl accounts update ci --feeds 5'],
  ['status', 'feedctl auth status, or feedctl health'],
  ['version', 'feedctl --version'],
  ['config', 'feedctl profiles list, or feedctl help environment'],
  ['follow Mine', 'feedctl watch Mine'],
  ['tail Mine', 'feedctl watch Mine'],
  ['export feeds.yaml', 'feedctl export --to feeds.yaml'],
  ['create --url https://a.example', 'feedctl feeds create --url https://a.example'],
  ['feeds rm a1B2c3D4e5F6g7H8', 'feedctl feeds delete a1B2c3D4e5F6g7H8'],
  ['feeds show Mine', 'feedctl feeds get Mine'],
  ['-q bundle show Mine', 'feedctl -q bundles get Mine'],
  ['bundles rm Mine', 'feedctl bundles delete Mine'],
  ['whoami', 'feedctl auth status'],
  ['key ls', 'feedctl keys list'],
  ['keys rm c_1', 'feedctl keys revoke c_1'],
  ['account create --name ci', 'feedctl accounts create --name ci'],
  ['service keys create --account ci', 'feedctl keys create --account ci'],
  ['-q service accounts list', 'feedctl -q accounts list'],
  [
    'search red sails --since 1w',
    "feedctl items --search 'red sails' --since 1w, or feedctl feeds create --keyword 'red sails' --since 1w",
  ],
  ['search', 'feedctl items --search, or feedctl feeds create --keyword'],
  ['feed lst', 'feedctl feeds list'],
  ['feed nothing-like-it', 'feedctl feeds'],
  ['feds lst --all', 'feedctl feeds list --all'],
  ['bundel crate --name Mornings', 'feedctl bundles create --name Mornings'],
  ['feeds list --format json', 'feedctl feeds list --output json'],
  ['feeds list --format=csv --all', 'feedctl feeds list --output=csv --all'],
  ['create --from-file x.opml', 'feedctl import x.opml'],
])('%s: did you mean %s', async (typed, meant) => {
  const { code, stdout, stderr } = await run(typed.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`Hint: Did you mean: ${meant}\n`);
});

it('leaves what is no synonym to what is spelled alike', async () => {
  expect((await run(['feeds', 'creat'])).stderr).toContain('Did you mean: feedctl feeds create');
  expect((await run(['feeds', 'constructor'])).stderr).toContain('See: feedctl feeds --help');
});
