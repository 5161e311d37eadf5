import { choice, type ExitCode, type OptionSpec } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const FINDINGS = ['no-bundle', 'dangling', 'duplicate', 'empty', 'inactive'] as const;
/** `no-bundle` is not checked by default: many accounts have no bundles. */
const DEFAULT_FINDINGS: readonly string[] = FINDINGS.filter((kind) => kind !== 'no-bundle');

export type FindingKind = (typeof FINDINGS)[number];

export const AUDIT_SAMPLE = [
  {
    finding: 'duplicate',
    id: 'h8G7f6E5d4C3b2A1',
    title: 'Example News',
    detail: 'The same source as a1B2c3D4e5F6g7H8, https://example.com/news',
    fixes: ['feedctl feeds delete h8G7f6E5d4C3b2A1'],
  },
];

export const audit = defineVerb({
  name: 'audit',
  summary: 'Find problems in the feeds of the account',
  description:
    'Checks the account and suggests fixes for each problem: bundle members that no longer exist (dangling), feeds with the same source (duplicate), feeds without items (empty) and feeds that the service no longer fetches (inactive). --only no-bundle finds feeds that are in no bundle. Nothing is changed. Finding empty feeds takes one request per feed; --skip empty avoids that. Exits with 9 when a problem was found.',
  options: {
    only: kinds('check only this kind'),
    skip: kinds('skip this kind'),
  },
  examples: [
    ['feedctl audit', 'Run all checks'],
    ['feedctl audit --only duplicate --only dangling', 'Run some checks'],
    ["feedctl audit --json | jq -r '.[].fixes[]'", 'Print only the commands'],
  ],
  output: AUDIT_SAMPLE,
  exitCodes: [4, 6, 7, 9],
  async run(context, _args, { only, skip }): Promise<ExitCode | undefined> {
    const { runAudit } = await import('./run-audit.js');
    const kinds = only.length === 0 ? DEFAULT_FINDINGS : only;
    const wanted = FINDINGS.filter((kind) => kinds.includes(kind) && !skip.includes(kind));
    return runAudit(context, wanted);
  },
});

/** `--option KIND`, repeatable. */
function kinds(summary: string): OptionSpec<readonly FindingKind[]> {
  const single = choice(FINDINGS, 'FINDING', summary);
  return {
    ...single,
    repeatable: true,
    parse: (given, flag) => given.flatMap((each) => single.parse([each], flag) ?? []),
  };
}
