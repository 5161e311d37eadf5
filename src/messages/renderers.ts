import type { MessageFormat } from '../resources/message-formats.js';
import { CHAT_RENDERERS } from './chats.js';
import type { Renderer } from './renderer.js';
import { template } from './template.js';

/** The renderer of each format. */
export const RENDERERS: Readonly<Record<MessageFormat, Renderer>> = { ...CHAT_RENDERERS, template };
