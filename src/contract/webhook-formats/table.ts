import { apprise } from './apprise.js';
import { discord } from './discord.js';
import type { Format } from './format.js';
import type { MessageFormat } from './names.js';
import { ntfy } from './ntfy.js';
import { slack } from './slack.js';
import { teams } from './teams.js';
import { telegram } from './telegram.js';
import { template } from './template.js';

/** How each format renders an update and reads the answers of its service. */
export const FORMATS: Readonly<Record<MessageFormat, Format>> = {
  slack,
  discord,
  telegram,
  ntfy,
  teams,
  apprise,
  template,
};

/** Hosts of one service. The others have many, or are run by their users. */
const HOSTS: readonly (readonly [MessageFormat, RegExp])[] = [
  ['slack', /^hooks\.slack(?:-gov)?\.com$/],
  ['discord', /^(?:[\w-]+\.)?discord(?:app)?\.com$/],
  ['telegram', /^api\.telegram\.org$/],
  ['teams', /\.webhook\.office\.com$/],
];

/**
 * The format for the host of an address, when that is another one. A template fits every service, and
 * Discord takes messages of Slack at addresses that end in /slack:
 * https://docs.discord.com/developers/resources/webhook#execute-slackcompatible-webhook
 */
export function otherFormat(format: MessageFormat, { hostname, pathname }: URL) {
  const [known = format] = HOSTS.find(([, host]) => host.test(hostname)) ?? [];
  const isCompatible = format === 'slack' && known === 'discord' && pathname.endsWith('/slack');
  return known === format || format === 'template' || isCompatible ? null : known;
}
