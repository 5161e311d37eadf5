import { withoutHidden } from '../../base/hidden-characters.js';

// Whole terminal sequences (ECMA-48 CSI; OSC, DCS, SOS, PM and APC strings; two-character
// escapes), so that no "[31m" remains after the escape character is removed.
const SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]/g;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
// Control characters except tab and line ends: C0, DEL and C1.
const COMMANDS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
// Control characters: C0, DEL and C1.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * One line of text without control sequences or reordering characters. All text from a service or
 * a feed passes here before it reaches a terminal; JSON and YAML stay exact by escaping.
 */
export function plainOutput(text: string): string {
  const visible = text.replace(SEQUENCES, '').replace(BREAKS, ' ').replace(CONTROLS, '');
  return withoutHidden(visible).trim();
}

/** As `plainOutput`, for several lines of CSV, which has no escapes. */
export function withoutCommands(text: string): string {
  return withoutHidden(text.replace(SEQUENCES, '').replace(COMMANDS, ''));
}
