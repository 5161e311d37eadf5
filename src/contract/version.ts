/** Replaced by the build and by the test configuration with the version in package.json. */
declare const __FEEDCTL_VERSION__: string;

/** The version of this package. */
export const VERSION: string = __FEEDCTL_VERSION__;

/** Response header of feedctl services; tells clients that extensions are supported. */
export const VERSION_HEADER = 'Feedctl-Version';
