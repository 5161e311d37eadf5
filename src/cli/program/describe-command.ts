/** `feedctl help COMMAND --json`, apart from the commands so that it loads only for that. */
export { describeCommand } from '../commands/commands/command-tree.js';
