import type { MessageFormat } from '../resources/message-formats.js';
import { CHAT_RENDERERS } from './chats.js';
import type { Renderer } from './renderer.js';
import { template } from './template.js';

/** How each format renders an update and reads the answers of its service. */
export const RENDERERS: Readonly<Record<MessageFormat, Renderer>> = { ...CHAT_RENDERERS, template };
