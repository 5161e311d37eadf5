/** Replaced by the build and by the test configuration with the version in package.json. */
declare const __FEEDCTL_VERSION__: string;

/** Replaced by the build: commit and date with a space between them, or ""; see scripts/build-facts.js. */
declare const __FEEDCTL_BUILD__: string;

/** The version of this package. */
export const VERSION: string = __FEEDCTL_VERSION__;

/** Facts that distinguish builds of one version. */
export interface Build {
  /**
   * Commit of the build; it ends with `+` if files differed from the commit. Null if it was built
   * without git.
   */
  commit: string | null;
  /** Date of the commit, or else of the build; ISO 8601. */
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
