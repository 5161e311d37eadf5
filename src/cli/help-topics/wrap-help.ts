/**
 * Wraps long lines between words: the rest is aligned with the text, and a command gets the
 * backslash of a shell.
 */
export function wrapHelp(text: string, width: number): string {
  const lines = text.split('\n');
  return lines
    .flatMap((line, index) =>
      line.length <= width ? [line] : wrapLine(line, width, lines[index - 1]?.startsWith('  # ')),
    )
    .join('\n');
}

function wrapLine(line: string, width: number, isCommand = false): string[] {
  // A line of two columns continues below the second.
  const indent = /^ *(?:\S+(?: \S+)* {2,})?/.exec(line)?.[0].length ?? 0;
  const below = ' '.repeat(isCommand ? indent + 2 : Math.min(indent, width / 2));
  const end = isCommand ? ' \\' : '';
  // Quoted text is not wrapped: within quotes, a shell does not join lines at a backslash.
  const words = line.slice(indent).match(/(?:[^\s'"]|'[^']*'|"[^"]*"|['"])+/g) ?? [];
  const wrapped = [line.slice(0, indent)];
  for (const word of isCommand ? words : line.slice(indent).split(' ')) {
    const last = wrapped.at(-1) ?? '';
    const isStart = last.trim() === '' || last.length === indent;
    if (isStart || last.length + 1 + word.length + end.length <= width) {
      wrapped[wrapped.length - 1] = isStart ? last + word : `${last} ${word}`;
    } else {
      wrapped[wrapped.length - 1] = last + end;
      wrapped.push(below + word);
    }
  }
  return wrapped;
}
