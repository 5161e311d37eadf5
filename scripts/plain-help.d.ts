/** A command and its members, as `feedctl commands --json` prints them. */
export interface CommandNode {
  name: string;
  commands?: CommandNode[];
}

export function writeHelp(folder: string): Promise<void>;
export function helpTexts(commands: readonly CommandNode[]): [name: string, argv: string[]][];
