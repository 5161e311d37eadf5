import type { Command } from 'commander';
import type { ArgumentSpecs, OptionSpec, OptionSpecs } from '../kit/index.js';
import { longFlag } from '../kit/index.js';

/** The values of the options in `specs`, taken from every command of `chain`. */
export function readOptions(
  specs: OptionSpecs,
  chain: readonly Command[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => {
      const given = chain.flatMap((command) => givenTo(command, key, spec));
      return [key, spec.parse(given, longFlag(key))];
    }),
  );
}

/** The values of the arguments in `specs`, in their order. */
export function readArguments(specs: ArgumentSpecs, command: Command): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(specs).map(([key, spec], index) => [
      key,
      spec.variadic ? command.args.slice(index) : command.args[index],
    ]),
  );
}

/** What was typed for one option; a flag counts as one empty value. */
function givenTo(command: Command, key: string, spec: OptionSpec<unknown>): readonly string[] {
  const long = longFlag(key);
  const option = command.options.find((candidate) => candidate.long === long);
  const value: unknown =
    option === undefined ? undefined : command.getOptionValue(option.attributeName());
  if (spec.placeholder !== undefined) return Array.isArray(value) ? value : [];
  // Commander stores `--no-color` as `color`, true until it is given.
  return value === !option?.negate ? [''] : [];
}
