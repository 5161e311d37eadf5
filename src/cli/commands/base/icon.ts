import { type OptionSpec, text, UsageError, withScheme } from '../../kit/index.js';

const spec = text('URL', 'address of an image, or "" for none');

/** `--icon example.com/icon.png`: the address in full. */
export const iconOption: OptionSpec<string | undefined> = {
  ...spec,
  parse(given, flag) {
    const typed = spec.parse(given, flag);
    if (typed === undefined || typed === '') return typed;
    const address = withScheme(typed) ?? typed.trim();
    if (/^https?:/i.test(address) && URL.canParse(address)) return address;
    throw new UsageError(`${flag} takes an http or https address, not "${typed}".`);
  },
};
