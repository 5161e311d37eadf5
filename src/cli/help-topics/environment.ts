import {
  ACCOUNT_VARIABLES,
  describeSetting,
  OPERATOR_SETTINGS,
  PREFERENCE_VARIABLES,
  SETTING_GROUPS,
} from '../../resources/operator.js';

type Variables = Readonly<Record<string, string>>;

/** Variables that are no settings of an operator, by heading. */
const COMMAND_LINE: Readonly<Record<string, Variables>> = {
  'Account (address, key and secret must be set together; --profile takes precedence)':
    ACCOUNT_VARIABLES,
  'Defaults (feedctl profiles set keeps them in a profile; empty for none)': PREFERENCE_VARIABLES,
  'Secrets of account files': {
    FEEDCTL_SECRET_NAME:
      'a secret that a file names as env:FEEDCTL_SECRET_NAME; with any other NAME too',
  },
  Terminal: {
    NO_COLOR: 'disables colours when set to any value but empty; same as --no-color',
    FORCE_COLOR: 'forces colours, also in a pipe; 0 disables them',
    CLICOLOR_FORCE: 'forces colours unless it is 0',
    CLICOLOR: '0 disables colours on terminals',
    TERM: 'dumb disables colours, spinners and progress bars',
    FORCE_HYPERLINK: 'forces links (OSC 8) for addresses in tables; 0 disables them',
  },
  Network: {
    HTTPS_PROXY: 'proxy of the command line; never used for loopback',
    NO_PROXY: 'hosts reached without the proxy',
    NODE_EXTRA_CA_CERTS: 'file with additional certificate authorities',
    PGPASSWORD: 'password of PostgreSQL; better in ~/.pgpass or the file PGPASSFILE names',
    XDG_CACHE_HOME:
      'names for completion and code that commands compiled, in feedctl/ below it; default ~/.cache',
    NODE_DISABLE_COMPILE_CACHE: 'keeps no compiled code when set',
  },
};

/** The variables of each heading: of the command line, then of the service. */
function sections(): [heading: string, variables: Variables][] {
  const service = SETTING_GROUPS.map((group): [string, Variables] => {
    const rows = OPERATOR_SETTINGS.filter((row) => row.group === group);
    return [group, Object.fromEntries(rows.map((row) => [row.name, describeSetting(row)]))];
  });
  return [...Object.entries(COMMAND_LINE), ...service];
}

/** `feedctl help environment` */
export function environment(): string {
  const texts = sections().map(([heading, variables]) => {
    const lines = Object.entries(variables).map(([name, does]) => `  ${name}\n      ${does}`);
    return `${heading}:\n${lines.join('\n')}`;
  });
  const rule =
    'Precedence: flag, environment variable, profile, default. The groups from "Files and database" on are settings of the service, in feedctl serve and inside a command.';
  return `Environment variables of feedctl\n\n${rule}\n\n${texts.join('\n\n')}\n`;
}
