// Manual page of feedctl in roff, from the same data as docs/cli/. scripts/cli-docs.js writes it;
// test/cli/man-page.test.ts fails while docs/feedctl.1 is not what this returns.

/** Characters that roff replaces by typographic ones or takes for markup; those of man-pages(7). */
const ROFF_CHARACTERS = {
  '\\': '\\(rs',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/**
 * Text as roff prints it unchanged, for text lines and for arguments of macros.
 *
 * @param {string} text one or more lines
 * @returns {string}
 */
export function roff(text) {
  return text
    .replace(/[\\\-'`^~"]/g, (character) => ROFF_CHARACTERS[character])
    .replace(/[^\n -~]/gu, (character) => {
      const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `\\[u${code}]`;
    })
    .replace(/^\./gm, '\\&.');
}

/**
 * @param tree what `feedctl commands --json` prints
 * @param topics texts of `feedctl help TOPIC`, by topic
 * @returns {string} source of the manual page
 */
export function manPage(tree, topics) {
  const groups = [...new Set(tree.commands.map(({ group }) => group))];
  const summary = tree.summary.replace(/^./, (letter) => letter.toLowerCase()).replace(/\.$/, '');
  const lines = [
    '.\\" Made by scripts/man-page.js from the program itself. Change the program, not this file.',
    `.TH FEEDCTL 1 "" "feedctl ${roff(tree.version)}" "User Commands"`,
    // Flags and addresses must not be hyphenated, lines not be stretched.
    '.nh',
    '.ad l',
    '.SH NAME',
    `feedctl \\- ${roff(summary)}`,
    '.SH SYNOPSIS',
    `${bold('feedctl')} ${roff('COMMAND [OPTIONS] [ARGUMENTS]')}`,
    '.SH DESCRIPTION',
    roff(
      'The sections below list all commands by group. feedctl COMMAND --help prints one of them,',
    ),
    'with its output fields.',
    '.SH GLOBAL OPTIONS',
    'Every command takes them, before or after its name.',
    ...options(tree.global_options),
    ...groups.flatMap((group) => [
      `.SH "${roff(`${group} commands`.toUpperCase())}"`,
      ...tree.commands.filter((each) => each.group === group).flatMap(section),
    ]),
    '.SH ENVIRONMENT',
    ...environment(topics.environment),
    '.SH EXIT STATUS',
    ...unfilled(body(topics['exit-codes'])),
    '.SH OUTPUT',
    ...unfilled(body(topics.output)),
  ];
  return `${lines.join('\n')}\n`;
}

function section(command) {
  const heading = [
    `.SS "${roff(command.name)}"`,
    roff(command.description ?? `${command.summary}.`),
  ];
  if (command.commands) return [...heading, ...command.commands.flatMap(section)];
  return [
    ...heading,
    '.PP',
    bold(command.usage),
    ...command.arguments.flatMap(({ name, summary }) => entry(name, summary)),
    ...options(command.options),
    '.PP',
    'Examples:',
    ...unfilled(command.examples.map(({ command: line, does }) => `# ${does}\n${line}`).join('\n')),
    `Exit status: ${command.exit_codes.join(', ')}.`,
  ];
}

function options(all) {
  return all.flatMap(({ flags, summary, repeatable }) =>
    entry(flags, repeatable ? `${summary} (repeatable)` : summary),
  );
}

function entry(name, text) {
  return ['.TP', bold(name), roff(text)];
}

/** Headings, and pairs of lines: a name indented by two spaces, its meaning by six. */
function environment(topic) {
  return body(topic)
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      if (line.startsWith('      ')) return [roff(line.trim())];
      return line.startsWith('  ') ? ['.TP', bold(line.trim())] : ['.PP', roff(line)];
    });
}

/** A topic without its first line, the title. */
function body(topic) {
  return topic.replace(/^.*\n+/, '').trimEnd();
}

function bold(text) {
  return `\\fB${roff(text)}\\fR`;
}

function unfilled(text) {
  // An indented block; an empty line in it is a line that prints nothing.
  return ['.PP', '.nf', '.RS 2', roff(text).replace(/^$/gm, '\\&'), '.RE', '.fi', '.PP'];
}
