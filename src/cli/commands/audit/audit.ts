import { choice, type ExitCode, type OptionSpec } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const FINDINGS = ['no-bundle', 'dangling', 'duplicate', 'empty', 'inactive'] as const;
/** A feed in no bundle is nothing wrong: many accounts have no bundles. */
const DEFAULT_FINDINGS: readonly string[] = FINDINGS.filter((kind) => kind !== 'no-bundle');

export type FindingKind = (typeof FINDINGS)[number];

export const AUDIT_SAMPLE = [
  {
    finding: 'duplicate',
    id: 'h8G7f6E5d4C3b2A1',
    title: 'Example News',
    detail: 'The same source as a1B2c3D4e5F6g7H8, https://example.com/news',
    mend: ['feedctl feeds delete h8G7f6E5d4C3b2A1'],
  },
];

export const audit = defineVerb({
  name: 'audit',
  summary: 'Find what is wrong with the feeds of the account',
  description:
    'Looks through the account and says how to mend what it finds: members of bundles that no longer exist (dangling), feeds of the same source (duplicate), feeds without items (empty) and feeds the service has given up (inactive). --only no-bundle finds the feeds in no bundle. Nothing is changed. To know which feeds are empty each of them has to be read; --skip empty saves that. Exits with 9 when something was found.',
  options: {
    only: kinds('look for this alone'),
    skip: kinds('do not look for this'),
  },
  examples: [
    ['feedctl audit', 'Everything'],
    ['feedctl audit --only duplicate --only dangling', 'Some of it'],
    ["feedctl audit --json | jq -r '.[].mend[]'", 'The commands alone'],
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

/** `--option KIND`, any number of times. */
function kinds(summary: string): OptionSpec<readonly FindingKind[]> {
  const single = choice(FINDINGS, 'FINDING', summary);
  return {
    ...single,
    repeatable: true,
    parse: (given, flag) => given.flatMap((each) => single.parse([each], flag) ?? []),
  };
}
