// Preloaded into a measured process: tells its own resource usage on file descriptor 3 at the end.
const { writeSync } = require('node:fs');

process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));
