import { defineVerb } from '../../verbs/verb.js';

export const DOCTOR_SAMPLE = [
  {
    check: 'reachability',
    status: 'fail',
    detail: 'Nothing answers at feeds.example.com: the connection was refused.',
    fixes: ['feedctl auth login --base-url https://feeds.example.com'],
  },
];

export const doctor = defineVerb({
  name: 'doctor',
  summary: 'Check this installation and suggest fixes',
  description:
    'Checks what commands rely on: the version of Node, the files of feedctl and their modes, whose credentials are used and where they come from, whether the service answers and its clock agrees, the proxy, for the service inside feedctl its database, and for every service of feedctl its feeds, who fetches them, and whether what is due is done. status is ok, warn or fail; fixes are the commands that fix the problem. Nothing is changed. Exits with 9 when a check fails.',
  examples: [
    ['feedctl doctor', 'When something does not work'],
    ['feedctl doctor --profile work --json', 'Another account, for a bug report'],
  ],
  output: DOCTOR_SAMPLE,
  exitCodes: [9],
  async run(context) {
    const { runDoctor } = await import('./run-doctor.js');
    return runDoctor(context);
  },
});
