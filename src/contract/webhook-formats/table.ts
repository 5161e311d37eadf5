import { apprise } from './apprise.js';
import { discord } from './discord.js';
import type { Format } from './format.js';
import { MESSAGE_FORMATS, type MessageFormat } from './names.js';
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

/**
 * The format for the host of an address, when that is another one. A template fits every service, and
 * Discord takes messages of Slack at addresses that end in /slack:
 * https://docs.discord.com/developers/resources/webhook#execute-slackcompatible-webhook
 */
export function otherFormat(format: MessageFormat, { hostname, pathname }: URL) {
  const known = MESSAGE_FORMATS.find((name) => FORMATS[name].host?.test(hostname)) ?? format;
  const isCompatible = format === 'slack' && known === 'discord' && pathname.endsWith('/slack');
  return known === format || format === 'template' || isCompatible ? null : known;
}
