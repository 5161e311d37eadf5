/** An environment for a child process: that of this machine without its settings, and `added`. */
export function cleanEnvironment(
  added?: Readonly<Record<string, string>>,
  machine?: NodeJS.ProcessEnv,
): Record<string, string>;

/** Takes the machine's settings out of this process's environment, which its children inherit. */
export function cleanThisEnvironment(): void;

/** Runs this program again without them; its exit code, or undefined when this process is clean. */
export function restartClean(): number | undefined;
