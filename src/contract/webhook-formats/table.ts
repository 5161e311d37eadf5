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
