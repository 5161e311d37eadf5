import { defineVerb } from '../../verbs/verb.js';

export const DOCTOR_SAMPLE = [
  {
    check: 'reachability',
    status: 'fail',
    detail: 'Cannot connect to feeds.example.com: connection refused.',
    fixes: ['feedctl auth login --base-url https://feeds.example.com'],
  },
];

export const doctor = defineVerb({
  name: 'doctor',
  summary: 'Check this installation and suggest fixes',
  description:
    'Checks the Node version, the files of feedctl and their modes, the credentials in use and their origin, the proxy, and whether the service responds and its clock agrees. For the embedded service it also checks the database; for every feedctl service, the feeds, the processes that fetch them, and the backlog. status is ok, warn or fail; fixes are the commands that fix the problem. Nothing is changed. Exits with 9 when a check fails.',
  examples: [
    ['feedctl doctor', 'Find the cause of a problem'],
    ['feedctl doctor --profile work --json', 'Check another profile, for a bug report'],
  ],
  output: DOCTOR_SAMPLE,
  exitCodes: [9],
  async run(context) {
    const { runDoctor } = await import('./run-doctor.js');
    return runDoctor(context);
  },
});
