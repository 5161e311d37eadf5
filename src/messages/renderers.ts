import type { MessageFormat } from '../resources/message-formats.js';
import { apprise } from './apprise.js';
import { discord } from './discord.js';
import { ntfy } from './ntfy.js';
import type { Renderer } from './renderer.js';
import { slack } from './slack.js';
import { teams } from './teams.js';
import { telegram } from './telegram.js';
import { template } from './template.js';

/** How each format renders an update and reads the answers of its service. */
export const RENDERERS: Readonly<Record<MessageFormat, Renderer>> = {
  slack,
  discord,
  telegram,
  ntfy,
  teams,
  apprise,
  template,
};
