/** Replaced by the build and by the test configuration with the version in package.json. */
declare const __FEEDCTL_VERSION__: string;

/** Replaced by the build: commit and date with a space between them, or ""; see scripts/build-facts.js. */
declare const __FEEDCTL_BUILD__: string;

/** The version of this package. */
export const VERSION: string = __FEEDCTL_VERSION__;

/** What tells builds of one version apart. */
export interface Build {
  /** `+` at the end: its files differed from those of the commit. Null when it was built without git. */
  commit: string | null;
  /** That of the commit, else of the build; ISO 8601. */
  date: string | null;
}

/** This build. */
export const BUILD: Build = readBuild(
  typeof __FEEDCTL_BUILD__ === 'undefined' ? '' : __FEEDCTL_BUILD__,
);

function readBuild(text: string): Build {
  const [commit, date] = text.split(' ');
  return { commit: commit || null, date: date || null };
}

/** Response header of feedctl services; tells clients that extensions are supported. */
export const VERSION_HEADER = 'Feedctl-Version';
